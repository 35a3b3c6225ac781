import type { GameEvent, GameView } from '../api/messages';
import type { Offer } from '../game/offers';

/** Points that have just been scored, shown at a cell. */
export interface ScorePopup {
  n: number;
  cell: string;
  player: number;
  events: GameEvent[];
}

/** A full table that is being cleared, with its guests. */
export interface LeavingTable {
  n: number;
  table: string;
  nation: string;
  guests: string[];
}

/** A guest who was seated with an action that is not answered yet. */
export interface ArrivingGuest {
  guest: string;
  look: number;
}

/** Guests who sit down once the player confirms. */
export interface StagedSeating {
  /** Seat → guest. */
  seats: Readonly<Record<string, string>>;
  /** The guest who goes to the next place at the bar. */
  bar?: string | null;
  points: number;
  /** Why it pays that, as in `RU 3×2 · FR 2`. */
  why: string;
  look: number;
}

/** Everything the café shows, as one immutable object. */
export interface BoardView {
  view: GameView;
  /** Which of the four drawings of a guest sits at a seat. */
  look: (seat: string) => number;
  /** Legal seats of the chosen guest, by seat. */
  offers: ReadonlyMap<string, Offer>;
  staged: StagedSeating | null;
  /** Guests whose seating is sent but not answered yet, by seat. */
  arriving: Readonly<Record<string, ArrivingGuest>>;
  /** Seats and bar places of the last turn, or of the turn that is shown, with the player who used them. */
  marked: ReadonlyMap<string, number>;
  /** Seat of the requested hint. */
  hinted: string | null;
  /** Tables that were the reason of the last refusal. */
  blamedTables: ReadonlySet<string>;
  /** Seat of the last refusal. */
  refusedSeat: string | null;
  scorePopups: readonly ScorePopup[];
  leavingTables: readonly LeavingTable[];
  /** Tables at which a party can be given. */
  partyTables: ReadonlySet<string>;
  /** The chosen guest may go to the bar. */
  barOpen: boolean;
  canDraw: boolean;
  /** Cell that a zoomed floor scrolls to, if no guest is chosen. */
  focusCell: string | null;
  /** Where the zoomed floor starts: a table, a seat or `bar`. */
  centre: string | null;
  /** The names of columns and rows are shown. */
  coordinates: boolean;
  /** One of several cafés on a page: no stocks, and no landmark of the page. */
  isExample: boolean;
}

/** Shared, so that an unset field is the same object in every view and changes nothing. */
const defaults: Omit<BoardView, 'view'> = {
  look: () => 0,
  offers: new Map(),
  staged: null,
  arriving: {},
  marked: new Map(),
  hinted: null,
  blamedTables: new Set(),
  refusedSeat: null,
  scorePopups: [],
  leavingTables: [],
  partyTables: new Set(),
  barOpen: false,
  canDraw: false,
  focusCell: null,
  centre: null,
  coordinates: false,
  isExample: false,
};

export function boardView(partial: Partial<BoardView> & Pick<BoardView, 'view'>): BoardView {
  return { ...defaults, ...partial };
}
