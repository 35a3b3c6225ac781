import { floorPlans } from '../api/floor_plans';
import type { GameView } from '../api/messages';

const files = 'abcdefghijklmnop';

/** The floor of a game, or a part of it. Tables and seats are in reading order. */
export interface FloorPlan {
  /** Cells on each side. */
  size: number;
  /** Larger than the floor of the card game: drawn smaller, with zoom and bar. */
  big: boolean;
  tables: string[];
  seats: string[];
  seatsOf: (table: string) => string[];
  tablesAt: (seat: string) => string[];
}

interface Floor {
  floorSize: number;
  tables: Readonly<Record<string, readonly string[]>>;
}

const floors: readonly Floor[] = [floorPlans.card, floorPlans.board];

/** The nations of the board's tables. */
export const boardTables: Readonly<Record<string, string>> = floorPlans.board.nations;

/** The view with its tables. Those of the board never change, so the server does not send them. */
export function withBoardTables(view: GameView): GameView {
  return Object.keys(view.tables).length > 0 ? view : { ...view, tables: { ...boardTables } };
}

/** Column and row on the screen, from 1, the top row first. */
export function cellPosition(cell: string, size: number): { column: number; row: number } {
  return { column: files.indexOf(cell[0] ?? '') + 1, row: size + 1 - Number(cell.slice(1)) };
}

export function inReadingOrder(cells: Iterable<string>, size: number): string[] {
  return [...cells].sort((a, b) => {
    const [first, second] = [cellPosition(a, size), cellPosition(b, size)];
    return first.row - second.row || first.column - second.column;
  });
}

const plans = new Map<string, FloorPlan>();

/** The plan of these tables, on the smallest floor that has them all: an example shows only a part of the board. */
export function floorPlanOf(tables: Readonly<Record<string, string>>): FloorPlan {
  const key = Object.keys(tables).sort().join();
  const known = plans.get(key);
  if (known) return known;
  const plan = createPlan(Object.keys(tables));
  plans.set(key, plan);
  return plan;
}

function createPlan(cells: readonly string[]): FloorPlan {
  const floor = floors.find(({ tables }) => cells.every((cell) => cell in tables)) ?? floorPlans.board;
  const { floorSize: size, tables: seatsByTable }: Floor = floor;
  const tables = inReadingOrder(cells, size);
  const seatsOf = (table: string): string[] => [...(seatsByTable[table] ?? [])];
  const tablesBySeat = new Map<string, string[]>();
  for (const table of tables) {
    for (const seat of seatsOf(table)) tablesBySeat.set(seat, [...(tablesBySeat.get(seat) ?? []), table]);
  }
  return { size, big: size > floorPlans.card.floorSize, tables, seats: inReadingOrder(tablesBySeat.keys(), size), seatsOf, tablesAt: (seat) => tablesBySeat.get(seat) ?? [] };
}

/** The tables and seats that are connected with a cell through shared seats. */
export function blockOf(plan: FloorPlan, cell: string): string[] {
  const block = new Set<string>(plan.tables.includes(cell) ? [cell] : plan.tablesAt(cell));
  for (const table of block) {
    for (const neighbour of plan.seatsOf(table).flatMap(plan.tablesAt)) block.add(neighbour);
  }
  return [...block, ...new Set([...block].flatMap(plan.seatsOf))];
}

export function guestsAt(plan: FloorPlan, table: string, seated: Readonly<Record<string, string>>): number {
  return plan.seatsOf(table).filter((seat) => seated[seat] !== undefined).length;
}

/** The name of a place at the bar, counted from 0, where seats are named by their cells. */
export function barCell(place: number): string {
  return `bar${place + 1}`;
}

/** Places on each side of the counter. */
const BAR_SIDE = floorPlans.board.bar.length / 4;

/** Where the places at the bar are drawn: around a square counter in the middle of the board, clockwise from its top left corner. */
export const barPlaces: readonly { column: number; row: number }[] = floorPlans.board.bar.map((_, place) => {
  const start = (floorPlans.board.floorSize - BAR_SIDE + 1) / 2;
  const [side, along] = [Math.floor(place / BAR_SIDE), place % BAR_SIDE];
  if (side === 0) return { column: start + along, row: start };
  if (side === 1) return { column: start + BAR_SIDE, row: start + along };
  if (side === 2) return { column: start + BAR_SIDE - along, row: start + BAR_SIDE };
  return { column: start, row: start + BAR_SIDE - along };
});
