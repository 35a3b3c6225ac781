import { explainEvent } from '../game/explanations';
import { floorPlanOf, guestsAt, type FloorPlan } from '../game/floor_plan';
import { seatLabel, tableLabel } from '../game/labels';
import { byPoints, type Offer } from '../game/offers';
import { cellPosition } from '../game/plan_position';
import { pointsOf, scoringEvents } from '../game/turns';
import { formatPoints } from '../i18n/i18n.svelte';
import type { GameEvent } from '../api/messages';
import type { BoardView, ScorePopup } from './board_view';
import { armsOf, placeBeside } from './cell_surroundings';

/** Points that appear beside a seat or a table, why they are paid, and to whom. */
export interface PointsText {
  key: string;
  points: string;
  reasons: string[];
  player: number | null;
}

export function pointsText(popup: ScorePopup, events: readonly GameEvent[] = popup.events): PointsText {
  return { key: `${popup.n}`, points: formatPoints(pointsOf(events)), reasons: scoringEvents(events).map((event) => explainEvent(event, popup.events)), player: popup.player };
}

/** One signal per field of a `BoardView`: a new view wakes only the cells that read a field which changed. */
export class BoardFields {
  readonly #board: () => BoardView;
  /** The cell under the pointer or with the focus. */
  lookedAt = $state<string | null>(null);
  readonly view = $derived.by(() => this.#board().view);
  readonly look = $derived.by(() => this.#board().look);
  readonly offers = $derived.by(() => this.#board().offers);
  readonly staged = $derived.by(() => this.#board().staged);
  readonly arriving = $derived.by(() => this.#board().arriving);
  readonly marked = $derived.by(() => this.#board().marked);
  readonly hinted = $derived.by(() => this.#board().hinted);
  readonly blamedTables = $derived.by(() => this.#board().blamedTables);
  readonly refusedSeat = $derived.by(() => this.#board().refusedSeat);
  readonly scorePopups = $derived.by(() => this.#board().scorePopups);
  readonly leavingTables = $derived.by(() => this.#board().leavingTables);
  readonly partyTables = $derived.by(() => this.#board().partyTables);
  readonly tables = $derived(this.view.tables);
  readonly seated = $derived(this.view.seated);
  readonly pending = $derived(this.view.pending);
  /** The same object for the same tables, so that cells keep their place and only their contents change. */
  readonly plan: FloorPlan = $derived(floorPlanOf(this.tables));
  readonly big = $derived(this.plan.big);
  /** Legal seats, the best first. */
  readonly bestSeats = $derived([...this.offers.values()].sort(byPoints).map((offer) => offer.seat));
  /** Tables without a free seat. */
  readonly fullTables = $derived(new Set(this.plan.tables.filter((table) => guestsAt(this.plan, table, this.seated) === this.plan.seatsOf(table).length)));
  /** The tables of the seat that is looked at, or the table itself. */
  readonly lookedAtTables: ReadonlySet<string> = $derived.by(() => {
    const cell = this.lookedAt;
    return new Set(cell === null ? [] : cell in this.tables ? [cell] : this.plan.tablesAt(cell));
  });
  /** Table of a party that waits for confirmation: all its guests sit there. */
  readonly stagedParty = $derived.by(() => {
    const seats = Object.keys(this.staged?.seats ?? {});
    return seats.length > 1 ? this.plan.tables.find((table) => seats.every((seat) => this.plan.seatsOf(table).includes(seat))) : undefined;
  });

  constructor(board: () => BoardView) {
    this.#board = board;
  }
}

/** Where a cell is: in the plan, and on the screen. Neither changes while the plan stays the same. */
class CellPlace {
  readonly column: number;
  readonly left: string;
  readonly top: string;

  constructor(plan: FloorPlan, cell: string) {
    const { x, y } = plan.drawing.at(cell);
    this.column = cellPosition(cell, plan.size).column;
    this.left = `calc(var(--column) * ${x})`;
    this.top = `calc(var(--row) * ${y})`;
  }
}

/**
 * What one seat shows. Each field is derived from strings, numbers and the seat's own offer, so it changes, and its label is written anew,
 * only with this seat.
 */
export class SeatFields {
  readonly cell: string;
  readonly #board: BoardFields;
  readonly place = $derived.by(() => new CellPlace(this.#board.plan, this.cell));
  /** The sides at which its tables are. */
  readonly arms = $derived.by(() => armsOf(this.#board.plan, this.cell));
  /** Where its points are shown, so that they cover no guest. */
  readonly beside = $derived.by(() => placeBeside(this.#board.plan, this.cell));
  readonly offer: Offer | undefined = $derived.by(() => this.#board.offers.get(this.cell));
  readonly stagedGuest = $derived.by(() => this.#board.staged?.seats[this.cell]);
  readonly arrivingGuest = $derived.by(() => this.#board.arriving[this.cell]?.guest);
  readonly seatedGuest = $derived.by(() => this.#board.seated[this.cell]);
  /** The guest who sits here, or will once the seating is confirmed or answered. */
  readonly guest = $derived(this.stagedGuest ?? this.arrivingGuest ?? this.seatedGuest);
  readonly look: number = $derived.by(() => {
    if (this.stagedGuest !== undefined) return this.#board.staged?.look ?? 0;
    return this.#board.arriving[this.cell]?.look ?? this.#board.look(this.cell);
  });
  /** The player who used this seat in the last turn. */
  readonly markedBy = $derived.by(() => this.#board.marked.get(this.cell));
  readonly hinted = $derived.by(() => this.#board.hinted === this.cell);
  readonly refused = $derived.by(() => this.#board.refusedSeat === this.cell);
  /** This seat is looked at, or one of its tables. */
  readonly linked = $derived.by(() => this.#board.lookedAt === this.cell || (this.#board.lookedAt !== null && this.#board.plan.tablesAt(this.cell).includes(this.#board.lookedAt)));
  /** A party shows its points at the table. */
  readonly stagedPoints: PointsText | null = $derived.by(() => {
    const { staged, stagedParty, view } = this.#board;
    if (!staged || this.stagedGuest === undefined || stagedParty) return null;
    return { key: 'staged', points: formatPoints(staged.points), reasons: staged.why === '' ? [] : staged.why.split(' · '), player: view.player };
  });
  readonly #popup = $derived.by(() => this.#board.scorePopups.find((popup) => popup.cell === this.cell));
  /** Points won here. In the card game a single table shows its points itself. */
  readonly wonPoints: PointsText | null = $derived.by(() => {
    const popup = this.#popup;
    const scored = popup?.events.filter((event) => event.type === 'scored').length ?? 0;
    return popup && scored > (this.#board.big ? 0 : 1) ? pointsText(popup) : null;
  });
  readonly #nations = $derived.by(() => this.#board.plan.tablesAt(this.cell).map((table) => this.#board.tables[table] ?? '').join());
  readonly label: string = $derived.by(() => {
    const { plan } = this.#board;
    const nations = this.#nations.split(',');
    const tables = Object.fromEntries(plan.tablesAt(this.cell).map((table, i) => [table, nations[i] ?? '']));
    const seated = this.seatedGuest === undefined ? {} : { [this.cell]: this.seatedGuest };
    return seatLabel({ tables, seated }, plan, this.cell, this.offer, this.stagedGuest, this.arrivingGuest);
  });

  constructor(board: BoardFields, cell: string) {
    this.#board = board;
    this.cell = cell;
  }
}

/** What one table shows; see `SeatFields`. */
export class TableFields {
  readonly cell: string;
  readonly #board: BoardFields;
  readonly place = $derived.by(() => new CellPlace(this.#board.plan, this.cell));
  readonly beside = $derived.by(() => placeBeside(this.#board.plan, this.cell));
  readonly nation = $derived.by(() => this.#board.tables[this.cell] ?? '');
  readonly pending = $derived.by(() => this.#board.pending.includes(this.cell));
  readonly blamed = $derived.by(() => this.#board.blamedTables.has(this.cell));
  readonly party = $derived.by(() => this.#board.partyTables.has(this.cell));
  readonly full = $derived.by(() => this.#board.fullTables.has(this.cell));
  /** It is looked at, or one of its seats. */
  readonly linked = $derived.by(() => this.#board.lookedAtTables.has(this.cell));
  readonly leaving = $derived.by(() => this.#board.leavingTables.find((leaving) => leaving.table === this.cell));
  readonly stagedPoints: PointsText | null = $derived.by(() => {
    const { staged, stagedParty, view } = this.#board;
    return staged && stagedParty === this.cell ? { key: 'staged', points: formatPoints(staged.points), reasons: [], player: view.player } : null;
  });
  /** Points won here. On the floor of the board game tables stand too close for that: the seat shows those of both its tables. */
  readonly wonPoints: PointsText[] = $derived.by(() =>
    this.#board.scorePopups.flatMap((popup) =>
      popup.events.flatMap((event, i) => {
        const own = (event.type === 'party_scored' || (event.type === 'scored' && !this.#board.big)) && event.table === this.cell;
        return own ? [{ ...pointsText(popup, [event]), key: `${popup.n}.${i}` }] : [];
      }),
    ),
  );
  readonly #guests = $derived.by(() => this.#board.plan.seatsOf(this.cell).map((seat) => this.#board.seated[seat] ?? '').join());
  readonly label: string = $derived.by(() => {
    const { plan } = this.#board;
    const guests = this.#guests.split(',');
    const seated = Object.fromEntries(plan.seatsOf(this.cell).flatMap((seat, i) => (guests[i] ? [[seat, guests[i]]] : [])));
    return tableLabel({ tables: { [this.cell]: this.nation }, seated }, plan, this.cell, this.party);
  });

  constructor(board: BoardFields, cell: string) {
    this.#board = board;
    this.cell = cell;
  }
}
