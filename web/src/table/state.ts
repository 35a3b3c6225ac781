import type { GameView, Reaction, RoomEvent, RoomView, ServerMessage } from '../api/wire';
import { withBoardTables } from '../game/floor_plan';

/** Everything that a client knows of one table. It changes by `heard` only. */
export interface TableState {
  n: number;
  visitor: string | null;
  /** The server's clock less ours, in milliseconds. */
  skew: number;
  room: RoomView | null;
  view: GameView | null;
  events: RoomEvent[];
  online: boolean[];
  spectators: number;
  closing: boolean;
  /** The last gesture of each seat, with a number that changes when it is made again. */
  reactions: Record<number, { with: Reaction; n: number }>;
}

export const initialState: TableState = {
  n: 0,
  visitor: null,
  skew: 0,
  room: null,
  view: null,
  events: [],
  online: [],
  spectators: 0,
  closing: false,
  reactions: {},
};

/** The table after a message. Messages that only answer somebody (`refused`, `done`, `hint`) change nothing. */
export function reduce(state: TableState, tell: ServerMessage, now: number = Date.now()): TableState {
  switch (tell.type) {
    case 'welcome':
      return { ...state, visitor: tell.visitor, skew: tell.now - now, closing: false };
    case 'update': {
      // After a look from the start (`last=0`) everything comes again: what is known already is not kept twice.
      const fresh = tell.events.filter((one) => one.number > state.n);
      const told = tell.view && !(state.view && tell.number < state.n) ? withBoardTables(tell.view) : null;
      const view = told ?? state.view;
      return {
        ...state,
        n: Math.max(state.n, tell.number),
        room: tell.room ?? state.room,
        view,
        events: fresh.length > 0 ? [...state.events, ...fresh] : state.events,
      };
    }
    case 'presence':
      return { ...state, online: tell.online, spectators: tell.spectators };
    case 'reaction': {
      const before = state.reactions[tell.player]?.n ?? 0;
      return { ...state, reactions: { ...state.reactions, [tell.player]: { with: tell.reaction, n: before + 1 } } };
    }
    case 'closing':
      return { ...state, closing: true };
    default:
      return state;
  }
}

export function ownPlayer(state: TableState): number | null {
  if (state.view && state.view.player !== null) return state.view.player;
  const seat = state.room?.occupants.findIndex((one) => one.visitor !== null && one.visitor === state.visitor) ?? -1;
  return seat < 0 ? null : seat;
}

export function isMyTurn(state: TableState): boolean {
  const { view } = state;
  return view !== null && view.result === null && view.player !== null && view.turn === view.player;
}

export function nameOf(state: TableState, seat: number): string {
  return state.room?.occupants[seat]?.name ?? '';
}
