import { floorPlans } from '../../api/floor_plans';
import { nations } from '../../api/game_facts';
import type { Nation } from '../../api/notation';
import type { GameKind } from '../../game/kinds';

/** A table or chair of the picture, in cells from the top left corner. */
export interface PictureItem {
  x: number;
  y: number;
  /** Of the table or of the guest; null for a table not yet dealt and for a free chair. */
  nation: Nation | null;
}

export interface CafePicture {
  /** Cells on each side. */
  size: number;
  tables: PictureItem[];
  chairs: PictureItem[];
}

const A = 'A'.charCodeAt(0);

function nationOf(letter: string | undefined): Nation | null {
  return letter === undefined ? null : (nations[letter.charCodeAt(0) - A] ?? null);
}

/** The café that a list shows (`RoomListItem.cafe`); empty before the game, and if the text is not one of this floor plan. */
export function cafePicture(game: GameKind, cafe: string): CafePicture {
  const plan = floorPlans[game];
  const column = (cell: string): number => cell.charCodeAt(0);
  const row = (cell: string): number => -Number(cell.slice(1));
  const tableNames = Object.keys(plan.tables);
  const chairNames = [...new Set<string>(Object.values(plan.tables).flat())];
  // Rows and columns without anything are left out: in a small picture they would only make the rest smaller.
  const columns = inOrder(chairNames.map(column));
  const rows = inOrder(chairNames.map(row));
  const place = (cell: string): { x: number; y: number } => ({ x: columns.indexOf(column(cell)), y: rows.indexOf(row(cell)) });
  const tableCells = inReadingOrder(tableNames.map(place));
  const chairCells = inReadingOrder(chairNames.map(place));
  const [tables = '', chairs = ''] = cafe.split(' ');
  const fits = tables.length === tableCells.length && chairs.length === chairCells.length;
  return {
    size: Math.max(columns.length, rows.length),
    tables: tableCells.map((cell, i) => ({ ...cell, nation: fits ? nationOf(tables[i]) : null })),
    chairs: chairCells.map((cell, i) => ({ ...cell, nation: fits ? nationOf(chairs[i]) : null })),
  };
}

function inOrder(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function inReadingOrder<T extends { x: number; y: number }>(cells: T[]): T[] {
  return cells.sort((a, b) => a.y - b.y || a.x - b.x);
}
