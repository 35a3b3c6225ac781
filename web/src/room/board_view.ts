import type { GameView, HintTurn } from '../api/messages';
import { boardView, type ArrivingGuest, type BoardView, type LeavingTable, type ScorePopup } from '../board/board_view';
import { offerLabel } from '../game/labels';
import { seatLook, type Looks } from '../game/looks';
import type { Action } from '../api/notation';
import { isLegal, offerOf, type Offer } from '../game/offers';
import { scorePopupsOf } from '../game/past_view';
import { lastPlaces, placesOfTurn, type Turn } from '../game/turns';

export interface PastTurn {
  turn: Turn;
  view: GameView;
}

export interface BoardViewInput {
  game: {
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
    staged: { action: Action; seats: Record<string, string>; points: number; look: number } | null;
    arriving: Readonly<Record<string, ArrivingGuest>>;
    parties: ReadonlyMap<string, unknown>;
    bar: unknown;
    refusedSeat: string | null;
    chosen: { code: string } | null;
  };
  effects: {
    scorePopups: readonly ScorePopup[];
    leavingTables: readonly LeavingTable[];
    blamedTables: ReadonlySet<string>;
  };
  /** A turn whose places are marked instead of those of the last one. */
  lookedTurn: Turn | null;
  /** A past turn that is shown instead of the present, with the view at its end. */
  past: PastTurn | null;
  centre: string | null;
  /** The names of columns and rows are shown. */
  coordinates: boolean;
}

export function buildBoardView(input: BoardViewInput): BoardView {
  return input.past ? pastBoard(input, input.past) : presentBoard(input);
}

/** The board at the end of a past turn. A tap on it returns to the present. */
function pastBoard({ game, draft, effects, centre, coordinates }: BoardViewInput, { turn, view }: PastTurn): BoardView {
  const places = placesOfTurn(turn);
  return boardView({
    view,
    look: (seat) => seatLook(game.looks, seat),
    marked: new Map(places.map((place) => [place, turn.player])),
    hinted: hintedSeat(game.hint, draft.chosen),
    blamedTables: effects.blamedTables,
    refusedSeat: draft.refusedSeat,
    scorePopups: scorePopupsOf(turn.steps, turn.player),
    canDraw: canDraw(game, draft),
    focusCell: places[0] ?? null,
    centre,
    coordinates,
  });
}

function presentBoard({ game, draft, effects, lookedTurn, centre, coordinates }: BoardViewInput): BoardView {
  const { view } = game;
  const { staged } = draft;
  const popup = effects.scorePopups.at(-1);
  const canAct = game.myTurn && !staged;
  return boardView({
    view,
    look: (seat) => seatLook(game.looks, seat),
    offers: draft.offers,
    staged: staged && { seats: staged.seats, bar: guestForBar(staged.action), points: staged.points, why: stagedPoints(view, staged.action), look: staged.look },
    arriving: draft.arriving,
    marked: lookedTurn ? new Map(placesOfTurn(lookedTurn).map((place) => [place, lookedTurn.player])) : lastPlaces(game.turns, game.player),
    hinted: hintedSeat(game.hint, draft.chosen),
    blamedTables: effects.blamedTables,
    refusedSeat: draft.refusedSeat,
    scorePopups: effects.scorePopups,
    leavingTables: effects.leavingTables,
    ...(canAct ? { partyTables: new Set(draft.parties.keys()) } : {}),
    barOpen: draft.bar !== null && !staged,
    canDraw: canDraw(game, draft),
    focusCell: popup && popup.player !== game.player ? popup.cell : null,
    centre,
    coordinates,
  });
}

function canDraw(game: BoardViewInput['game'], draft: BoardViewInput['draft']): boolean {
  return game.myTurn && !game.busy && !draft.staged && isLegal(game.view, 'draw');
}

/** `RU 3×2 · FR 2`, or nothing for an action that scores nothing at a seat. */
function stagedPoints(view: GameView, action: Action): string {
  const offer = offerOf(view, action);
  return offer && offer.points !== 0 ? offerLabel(offer) : '';
}

function guestForBar(action: Action): string | null {
  return action.kind === 'bar' ? action.guest.code : null;
}

/** The seat of a hint, unless another guest is chosen than the one that it is for. */
function hintedSeat(hint: HintTurn | null, chosen: { code: string } | null): string | null {
  const action = hint?.actions[0];
  if (action?.kind !== 'seat' && action?.kind !== 'swap') return null;
  return chosen && chosen.code !== action.guest.code ? null : action.seat;
}
