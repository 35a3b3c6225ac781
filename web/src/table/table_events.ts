import type { HintTurn, RoomEvent } from '../api/wire';
import type { Refusal } from './refusal';
import type { TableState } from './state';

/** Something that happened at a table, for effects such as sounds and animations. */
export type TableEvent =
  | {
      type: 'updated';
      /** The events that are new to this client. */
      events: readonly RoomEvent[];
      before: TableState;
      after: TableState;
      /** False for the first update, whose events happened before the table was opened. */
      live: boolean;
    }
  | {
      type: 'refused';
      refusal: Refusal;
      state: TableState;
      /** The caller shows the refusal itself. */
      silent: boolean;
    }
  | { type: 'hinted'; hint: HintTurn };

export type TableListener = (event: TableEvent) => void;
/** Adds a listener; the returned function removes it. */
export type Subscribe = (listener: TableListener) => () => void;

export class TableEvents {
  readonly #listeners = new Set<TableListener>();

  readonly subscribe: Subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  emit(event: TableEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
