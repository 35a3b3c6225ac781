import { explainEvent, explainPoints } from '../game/explanations';
import { cellPosition, floorPlanOf, type FloorPlan } from '../game/floor_plan';
import { seatLabel, tableLabel } from '../game/labels';
import type { Offer } from '../game/offers';
import { pointsOf } from '../game/turns';
import { formatPoints } from '../i18n/i18n.svelte';
import type { GameEvent } from '../api/messages';
import type { BoardView } from './board_view';

/** Points that appear at a seat or a table, and why they are paid. */
export interface PointsText {
  points: string;
  why: string;
}

function pointsText(events: GameEvent[]): PointsText {
  return { points: formatPoints(pointsOf(events)), why: explainPoints(events) };
}

/** One signal per field of a `BoardView`: a new view wakes only the cells that read a field which changed. */
export class BoardFields {
  readonly #board: () => BoardView;
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
  /** Legal seats, the best paid first. */
  readonly bestSeats = $derived([...this.offers.values()].sort((a, b) => b.points - a.points).map((offer) => offer.seat));
  /** Table of a party that waits for confirmation: all its guests sit there. */
  readonly stagedParty = $derived.by(() => {
    const seats = Object.keys(this.staged?.seats ?? {});
    return seats.length > 1 ? this.plan.tables.find((table) => seats.every((seat) => this.plan.seatsOf(table).includes(seat))) : undefined;
  });

  constructor(board: () => BoardView) {
    this.#board = board;
  }
}

/**
 * What one seat shows. Each field is derived from strings, numbers and the seat's own offer, so it changes, and its label is written anew,
 * only with this seat.
 */
export class SeatFields {
  readonly cell: string;
  readonly #board: BoardFields;
  readonly position = $derived.by(() => cellPosition(this.cell, this.#board.plan.size));
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
  readonly marked = $derived.by(() => this.#board.marked.has(this.cell));
  readonly hinted = $derived.by(() => this.#board.hinted === this.cell);
  readonly refused = $derived.by(() => this.#board.refusedSeat === this.cell);
  /** A party shows its points at the table. */
  readonly stagedPoints: PointsText | null = $derived.by(() => {
    const { staged, stagedParty } = this.#board;
    return staged && this.stagedGuest !== undefined && !stagedParty ? { points: formatPoints(staged.points), why: staged.why } : null;
  });
  readonly #events = $derived.by(() => this.#board.scorePopups.find((popup) => popup.cell === this.cell)?.events);
  /** Points won here. In the card game a single table shows its points itself. */
  readonly wonPoints: PointsText | null = $derived.by(() => {
    const events = this.#events ?? [];
    const scored = events.filter((event) => event.type === 'scored').length;
    return scored > (this.#board.big ? 0 : 1) ? pointsText(events) : null;
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
  readonly position = $derived.by(() => cellPosition(this.cell, this.#board.plan.size));
  readonly nation = $derived.by(() => this.#board.tables[this.cell] ?? '');
  readonly pending = $derived.by(() => this.#board.pending.includes(this.cell));
  readonly blamed = $derived.by(() => this.#board.blamedTables.has(this.cell));
  readonly party = $derived.by(() => this.#board.partyTables.has(this.cell));
  readonly leaving = $derived.by(() => this.#board.leavingTables.find((leaving) => leaving.table === this.cell));
  readonly stagedPoints = $derived.by(() => (this.#board.staged && this.#board.stagedParty === this.cell ? formatPoints(this.#board.staged.points) : ''));
  /** Points won here. On the floor of the board game tables stand too close for that: the seat shows those of both its tables. */
  readonly wonPoints = $derived.by(() =>
    this.#board.scorePopups.flatMap((popup) =>
      popup.events.flatMap((event, i) => {
        const own = (event.type === 'party_scored' || (event.type === 'scored' && !this.#board.big)) && event.table === this.cell;
        return own ? [{ key: `${popup.n}.${i}`, points: formatPoints(event.points), why: explainEvent(event, popup.events) }] : [];
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
