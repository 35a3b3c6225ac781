import type { GameView, Reaction, RoomEvent, RoomView, ServerMessage } from '../api/messages';
import { withBoardTables } from '../game/floor_plan';
import { extendTurns, type Turn } from '../game/turns';

/** A player's last reaction. The count changes when the same one is sent again. */
export interface ShownReaction {
  readonly reaction: Reaction;
  readonly count: number;
}

/** What the client knows of a room: the result of all messages so far, changed by `reduce` only. */
export interface RoomState {
  /** Number of the last event that the server has sent, chat included. */
  readonly lastNumber: number;
  readonly visitor: string | null;
  /** The server's clock minus this device's. */
  readonly clockSkewMs: number;
  readonly room: RoomView | null;
  readonly view: GameView | null;
  readonly events: readonly RoomEvent[];
  /** Grouped from the events. Kept here because only actions and undos change it. */
  readonly turns: readonly Turn[];
  readonly online: readonly boolean[];
  readonly spectators: number;
  /** The server is shutting down. */
  readonly closing: boolean;
  readonly reactions: Readonly<Record<number, ShownReaction>>;
}

export const initialState: RoomState = {
  lastNumber: 0,
  visitor: null,
  clockSkewMs: 0,
  room: null,
  view: null,
  events: [],
  turns: [],
  online: [],
  spectators: 0,
  closing: false,
  reactions: {},
};

/** The state after a message. Answers without news (`refused`, `done`, `hint`, `past_view`) return the same state. */
export function reduce(state: RoomState, message: ServerMessage, now: number = Date.now()): RoomState {
  switch (message.type) {
    case 'welcome':
      return { ...state, visitor: message.visitor, clockSkewMs: message.now - now, closing: false };
    case 'update': {
      const events = newEvents(state, message);
      const isOld = state.view !== null && message.number < state.lastNumber;
      // The events of a condensed update replace what the client has: some of that was undone meanwhile.
      const replaces = message.condensed === true && !isOld;
      return {
        ...state,
        lastNumber: Math.max(state.lastNumber, message.number),
        room: message.room ?? state.room,
        view: message.view && !isOld ? withBoardTables(message.view) : state.view,
        events: replaces ? message.events : events.length > 0 ? [...state.events, ...events] : state.events,
        turns: replaces ? extendTurns([], message.events) : extendTurns(state.turns, events),
      };
    }
    case 'presence':
      return { ...state, online: message.online, spectators: message.spectators };
    case 'reaction': {
      const count = (state.reactions[message.player]?.count ?? 0) + 1;
      return { ...state, reactions: { ...state.reactions, [message.player]: { reaction: message.reaction, count } } };
    }
    case 'closing':
      return { ...state, closing: true };
    default:
      return state;
  }
}

/** The events of an update that the state does not have yet. After a reconnection the server may send some again. */
export function newEvents(state: RoomState, update: Extract<ServerMessage, { type: 'update' }>): readonly RoomEvent[] {
  return update.events.filter((event) => event.number > state.lastNumber);
}

/** The player that this visitor is; null for a spectator. */
export function ownPlayer(state: RoomState): number | null {
  if (state.view && state.view.player !== null) return state.view.player;
  const player = state.room?.occupants.findIndex(({ visitor }) => visitor !== null && visitor === state.visitor) ?? -1;
  return player < 0 ? null : player;
}

export function isMyTurn({ view }: RoomState): boolean {
  return view !== null && view.result === null && view.player !== null && view.turn === view.player;
}

/** Whether this visitor resigned. Then the view is that of a spectator until the game is over. */
export function hasResigned(state: RoomState): boolean {
  const player = ownPlayer(state);
  return player !== null && state.room?.occupants[player]?.resigned === true;
}

/** Whether this visitor is asked to agree to the end of the game. */
export function isAskedToEnd(state: RoomState): boolean {
  const player = ownPlayer(state);
  return player !== null && state.view?.end_vote?.missing.includes(player) === true;
}

/** The player who last nudged this visitor in the current turn. */
export function nudgedBy(state: RoomState): number | null {
  if (!isMyTurn(state)) return null;
  const player = ownPlayer(state);
  for (const event of state.events.toReversed()) {
    if (event.type === 'nudged' && event.to === player) return event.player;
    if (event.type === 'action_played' && event.player !== player) return null;
  }
  return null;
}

/** Whether another player is to move than before, or the game has just started or ended. */
export function hasTurnChanged(before: RoomState, after: RoomState): boolean {
  if (!after.view) return false;
  return !before.view || before.view.turn !== after.view.turn || (before.view.result === null) !== (after.view.result === null);
}
