const files = 'abcdefghijklmnop';

/** Column and row of a cell in the plan of a floor of this size, from 1, the top row first. */
export function cellPosition(cell: string, size: number): { column: number; row: number } {
  return { column: files.indexOf(cell[0] ?? '') + 1, row: size + 1 - Number(cell.slice(1)) };
}
