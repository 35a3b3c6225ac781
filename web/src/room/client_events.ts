import type { RoomEvent } from '../api/messages';
import type { ShownHint } from '../game/hints';
import type { Refusal } from './refusal';
import type { RoomState } from './state';

/** Something that happened in a room, for effects such as sounds and animations. */
export type ClientEvent =
  | {
      type: 'updated';
      /** The events that are new to this client. */
      events: readonly RoomEvent[];
      before: RoomState;
      after: RoomState;
      /** False for the first update, whose events happened before the room was opened. */
      live: boolean;
    }
  | {
      type: 'refused';
      refusal: Refusal;
      state: RoomState;
      /** The caller shows the refusal itself. */
      silent: boolean;
    }
  | { type: 'hinted'; hint: ShownHint; state: RoomState };

export type ClientListener = (event: ClientEvent) => void;
/** Adds a listener; the returned function removes it. */
export type Subscribe = (listener: ClientListener) => () => void;

export class ClientEvents {
  readonly #listeners = new Set<ClientListener>();

  readonly subscribe: Subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  emit(event: ClientEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
