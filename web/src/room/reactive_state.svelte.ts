import { initialState, type RoomState } from './state';

/**
 * The room's state with a signal for each field. A reader runs again only if a field that it reads has changed, so a
 * presence message does not touch what is derived from the events.
 */
export class ReactiveState implements RoomState {
  lastNumber = $state.raw(initialState.lastNumber);
  visitor = $state.raw(initialState.visitor);
  clockSkewMs = $state.raw(initialState.clockSkewMs);
  room = $state.raw(initialState.room);
  view = $state.raw(initialState.view);
  events = $state.raw(initialState.events);
  turns = $state.raw(initialState.turns);
  online = $state.raw(initialState.online);
  spectators = $state.raw(initialState.spectators);
  closing = $state.raw(initialState.closing);
  reactions = $state.raw(initialState.reactions);

  /** Fields that are the same as before do not notify anyone. */
  set(state: RoomState): void {
    Object.assign(this, state);
  }
}
