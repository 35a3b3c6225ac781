import type { GameEvent, GameView, HintTurn } from '../api/wire';
import { offerLabel } from '../game/labels';
import type { Looks } from '../game/looks';
import { parseAction } from '../game/notation';
import { isLegal, offerOf, type Offer } from '../game/offers';
import { scorePopupsOf } from '../game/past_view';
import { lastPlaces, placesOfTurn, type Turn } from '../game/turns';

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

/** An action on the board that waits for a confirmation. */
export interface StagedOnBoard {
  /** By seat: the guests that it would seat. */
  seats: Readonly<Record<string, string>>;
  points: number;
  /** Which tables would pay how much. */
  why: string;
  look: number;
}

/** Everything that the board draws. */
export interface BoardView {
  view: GameView;
  looks: Looks;
  /** By seat: what the chosen guest would get there. */
  offers: ReadonlyMap<string, Offer>;
  staged: StagedOnBoard | null;
  arriving: Readonly<Record<string, ArrivingGuest>>;
  /** Cells where guests have just sat down. */
  marked: ReadonlySet<string>;
  hinted: string | null;
  /** Tables that a refusal names. */
  blamedTables: ReadonlySet<string>;
  refusedSeat: string | null;
  scorePopups: readonly ScorePopup[];
  leavingTables: readonly LeavingTable[];
  /** Tables where the player may give a party. */
  partyTables: ReadonlySet<string>;
  /** The chosen guest may go to the bar. */
  barOpen: boolean;
  canDraw: boolean;
  /** A cell that a zoomed board scrolls to, unless a guest is chosen. */
  focusCell: string | null;
  /** The cell at which a zoomed board starts. */
  centre: string | null;
}

export interface PastTurn {
  turn: Turn;
  view: GameView;
}

export interface BoardViewInput {
  table: {
    view: GameView;
    turns: readonly Turn[];
    player: number | null;
    looks: Looks;
    hint: HintTurn | null;
    myTurn: boolean;
    busy: boolean;
  };
  draft: {
    offers: ReadonlyMap<string, Offer>;
    staged: { action: string; seats: Record<string, string>; points: number; look: number } | null;
    arriving: Readonly<Record<string, ArrivingGuest>>;
    parties: ReadonlyMap<string, unknown>;
    bar: unknown;
    refusedSeat: string | null;
  };
  effects: {
    scorePopups: readonly ScorePopup[];
    leavingTables: readonly LeavingTable[];
    blamedTables: ReadonlySet<string>;
  };
  /** A past turn that is shown instead of the present, with the view at its end. */
  past: PastTurn | null;
  centre: string | null;
}

export function buildBoardView(input: BoardViewInput): BoardView {
  return input.past ? pastBoard(input, input.past) : presentBoard(input);
}

/** The board at the end of a past turn. A tap on it returns to the present. */
function pastBoard({ table, draft, effects, centre }: BoardViewInput, { turn, view }: PastTurn): BoardView {
  const places = placesOfTurn(turn);
  return {
    view,
    looks: table.looks,
    offers: new Map(),
    staged: null,
    arriving: {},
    marked: new Set(places),
    hinted: hintedSeat(table.hint),
    blamedTables: effects.blamedTables,
    refusedSeat: draft.refusedSeat,
    scorePopups: scorePopupsOf(turn.steps, turn.player),
    leavingTables: [],
    partyTables: new Set(),
    barOpen: false,
    canDraw: canDraw(table, draft),
    focusCell: places[0] ?? null,
    centre,
  };
}

function presentBoard({ table, draft, effects, centre }: BoardViewInput): BoardView {
  const { view } = table;
  const { staged } = draft;
  const popup = effects.scorePopups.at(-1);
  const canAct = table.myTurn && !staged;
  return {
    view,
    looks: table.looks,
    offers: draft.offers,
    staged: staged && { seats: staged.seats, points: staged.points, why: stagedPoints(view, staged.action), look: staged.look },
    arriving: draft.arriving,
    marked: lastPlaces(table.turns, table.player),
    hinted: hintedSeat(table.hint),
    blamedTables: effects.blamedTables,
    refusedSeat: draft.refusedSeat,
    scorePopups: effects.scorePopups,
    leavingTables: effects.leavingTables,
    partyTables: canAct ? new Set(draft.parties.keys()) : new Set(),
    barOpen: draft.bar !== null && !staged,
    canDraw: canDraw(table, draft),
    focusCell: popup && popup.player !== table.player ? popup.cell : null,
    centre,
  };
}

function canDraw(table: BoardViewInput['table'], draft: BoardViewInput['draft']): boolean {
  return table.myTurn && !table.busy && !draft.staged && isLegal(table.view, 'draw');
}

/** `RU 3×2 · FR 2`, or nothing for an action that scores nothing at a seat. */
function stagedPoints(view: GameView, action: string): string {
  const offer = offerOf(view, action);
  return offer && offer.points !== 0 ? offerLabel(offer) : '';
}

function hintedSeat(hint: HintTurn | null): string | null {
  const first = hint?.actions[0];
  const action = first === undefined ? null : parseAction(first);
  return action?.kind === 'seat' || action?.kind === 'swap' ? action.seat : null;
}
