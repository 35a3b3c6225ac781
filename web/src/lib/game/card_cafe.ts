/** The floor of the card game: five tables in an X on a 5×5 grid, twelve seats beside them (RULES.md §2). */
const files = 'abcde';

export const tableCells = ['b4', 'd4', 'c3', 'b2', 'd2'] as const;
export const seatCells = ['b5', 'd5', 'a4', 'c4', 'e4', 'b3', 'd3', 'a2', 'c2', 'e2', 'b1', 'd1'] as const;

/** Column and row on the screen, from 1, the top row first. */
export function spot(cell: string): { column: number; row: number } {
  return { column: files.indexOf(cell[0] ?? '') + 1, row: 6 - Number(cell[1]) };
}

function neighbours(cell: string): string[] {
  const file = files.indexOf(cell[0] ?? '');
  const rank = Number(cell[1]);
  return [
    `${files[file]}${rank + 1}`,
    `${files[file - 1]}${rank}`,
    `${files[file + 1]}${rank}`,
    `${files[file]}${rank - 1}`,
  ];
}

/** The seats of a table, in reading order. */
export function seatsOf(table: string): string[] {
  const beside = neighbours(table);
  return seatCells.filter((seat) => beside.includes(seat));
}

/** The tables that a seat touches, in reading order. */
export function tablesAt(seat: string): string[] {
  const beside = neighbours(seat);
  return tableCells.filter((table) => beside.includes(table));
}

export function guestsAt(table: string, seated: Record<string, string>): number {
  return seatsOf(table).filter((seat) => seated[seat] !== undefined).length;
}
