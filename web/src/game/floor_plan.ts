/**
 * The floor of either game. Every table has its four chairs on the cells beside it, so the whole plan follows from where
 * the tables stand: five in an X on 5×5 cells, or twenty-four on 16×16 (RULES.md §2, §3).
 */
const files = 'abcdefghijklmnop';

export interface FloorPlan {
  /** Cells on a side. */
  size: number;
  /** In reading order. */
  tables: string[];
  seats: string[];
  seatsOf: (table: string) => string[];
  tablesAt: (seat: string) => string[];
}

/** Column and row on the screen, from 1, the top row first. */
export function cellPosition(cell: string, size: number): { column: number; row: number } {
  return { column: files.indexOf(cell[0] ?? '') + 1, row: size + 1 - Number(cell.slice(1)) };
}

function beside(cell: string): string[] {
  const file = files.indexOf(cell[0] ?? '');
  const rank = Number(cell.slice(1));
  return [`${files[file]}${rank + 1}`, `${files[file - 1]}${rank}`, `${files[file + 1]}${rank}`, `${files[file]}${rank - 1}`];
}

export function inReadingOrder(cells: Iterable<string>, size: number): string[] {
  return [...cells].sort((a, b) => {
    const [one, other] = [cellPosition(a, size), cellPosition(b, size)];
    return one.row - other.row || one.column - other.column;
  });
}

const made = new Map<string, FloorPlan>();

export function floorPlanOf(tables: Readonly<Record<string, string>>): FloorPlan {
  const cells = Object.keys(tables).sort();
  const key = cells.join();
  let plan = made.get(key);
  if (!plan) {
    const size = cells.length > 5 ? 16 : 5;
    const chairs = new Map(cells.map((table) => [table, inReadingOrder(beside(table), size)]));
    const seats = inReadingOrder(new Set([...chairs.values()].flat()), size);
    const ordered = inReadingOrder(cells, size);
    const touching = new Map(seats.map((seat) => [seat, ordered.filter((table) => chairs.get(table)?.includes(seat))]));
    plan = {
      size,
      tables: ordered,
      seats,
      seatsOf: (table) => chairs.get(table) ?? [],
      tablesAt: (seat) => touching.get(seat) ?? [],
    };
    made.set(key, plan);
  }
  return plan;
}

/** The tables and chairs of the big floor that stand together with one of them: each quarter of it is a block. */
export function blockOf(plan: FloorPlan, cell: string): string[] {
  const half = plan.size / 2;
  const quarter = (one: string): string => ((at) => `${at.column > half} ${at.row > half}`)(cellPosition(one, plan.size));
  const all = [...plan.tables, ...plan.seats];
  return all.includes(cell) ? all.filter((one) => quarter(one) === quarter(cell)) : [];
}

export function guestsAt(plan: FloorPlan, table: string, seated: Readonly<Record<string, string>>): number {
  return plan.seatsOf(table).filter((seat) => seated[seat] !== undefined).length;
}

/** What a place at the bar is called where chairs are called by their cells; counted from 0. */
export function barCell(place: number): string {
  return `bar${place + 1}`;
}

/** The twenty places at the bar go round its counter, clockwise from the corner at the top left. */
export const barPlaces: readonly { column: number; row: number }[] = Array.from({ length: 20 }, (_, i) => {
  if (i < 6) return { column: 6 + i, row: 6 };
  if (i < 11) return { column: 11, row: 1 + i };
  if (i < 16) return { column: 21 - i, row: 11 };
  return { column: 6, row: 26 - i };
});
