import type { GameView, Reaction, RoomEvent, RoomView, ServerMessage } from '../api/wire';
import { furnished } from '../game/board_plan';

/** Everything that a client knows of one table. It changes by `heard` only. */
export interface TableState {
  n: number;
  visitor: string | null;
  /** The server's clock less ours, in milliseconds. */
  skew: number;
  room: RoomView | null;
  scene: GameView | null;
  happened: RoomEvent[];
  here: boolean[];
  watching: number;
  closing: boolean;
  /** The last gesture of each seat, with a number that changes when it is made again. */
  reactions: Record<number, { with: Reaction; n: number }>;
}

export const blank: TableState = {
  n: 0,
  visitor: null,
  skew: 0,
  room: null,
  scene: null,
  happened: [],
  here: [],
  watching: 0,
  closing: false,
  reactions: {},
};

/** The table after a message. Messages that only answer somebody (`refused`, `done`, `hint`) change nothing. */
export function heard(state: TableState, tell: ServerMessage, now: number = Date.now()): TableState {
  switch (tell.type) {
    case 'welcome':
      return { ...state, visitor: tell.visitor, skew: tell.now - now, closing: false };
    case 'update': {
      // After a look from the start (`last=0`) everything comes again: what is known already is not kept twice.
      const fresh = tell.events.filter((one) => one.number > state.n);
      const told = tell.view && !(state.scene && tell.number < state.n) ? furnished(tell.view) : null;
      const scene = told ?? state.scene;
      return {
        ...state,
        n: Math.max(state.n, tell.number),
        room: tell.room ?? state.room,
        scene,
        happened: fresh.length > 0 ? [...state.happened, ...fresh] : state.happened,
      };
    }
    case 'presence':
      return { ...state, here: tell.online, watching: tell.spectators };
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

export function mySeat(state: TableState): number | null {
  if (state.scene && state.scene.player !== null) return state.scene.player;
  const seat = state.room?.occupants.findIndex((one) => one.visitor !== null && one.visitor === state.visitor) ?? -1;
  return seat < 0 ? null : seat;
}

export function isMyTurn(state: TableState): boolean {
  const { scene } = state;
  return scene !== null && scene.result === null && scene.player !== null && scene.turn === scene.player;
}

export function nameOf(state: TableState, seat: number): string {
  return state.room?.occupants[seat]?.name ?? '';
}
