import { floorPlans } from '../api/floor_plans';
import type { GameView } from '../api/messages';
import { drawFloor, type FloorDrawing } from './floor_drawing';
import { cellPosition } from './plan_position';

export { cellPosition } from './plan_position';

/** The floor of a game, or a part of it. Tables and seats are in reading order. */
export interface FloorPlan {
  /** Cells on each side of the plan. */
  size: number;
  /** Where the cells are drawn. */
  drawing: FloorDrawing;
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
const drawings = new Map(floors.map((floor) => [floor, drawFloor(floor.floorSize, floor.tables)]));

/** The nations of the board's tables. */
export const boardTables: Readonly<Record<string, string>> = floorPlans.board.nations;

/** The view with its tables. Those of the board never change, so the server does not send them. */
export function withBoardTables(view: GameView): GameView {
  return Object.keys(view.tables).length > 0 ? view : { ...view, tables: { ...boardTables } };
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
  const floor: Floor = floors.find(({ tables }) => cells.every((cell) => cell in tables)) ?? floorPlans.board;
  const { floorSize: size, tables: seatsByTable } = floor;
  // That of the whole floor: an example shows its tables where the game does.
  const drawing = drawings.get(floor) ?? drawFloor(size, seatsByTable);
  const tables = inReadingOrder(cells, size);
  const seatsOf = (table: string): string[] => [...(seatsByTable[table] ?? [])];
  const tablesBySeat = new Map<string, string[]>();
  for (const table of tables) {
    for (const seat of seatsOf(table)) tablesBySeat.set(seat, [...(tablesBySeat.get(seat) ?? []), table]);
  }
  const seats = inReadingOrder(tablesBySeat.keys(), size);
  return { size, drawing, big: size > floorPlans.card.floorSize, tables, seats, seatsOf, tablesAt: (seat) => tablesBySeat.get(seat) ?? [] };
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
