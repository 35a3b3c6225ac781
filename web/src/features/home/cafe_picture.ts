import { floorPlans } from '../../api/floor_plans';
import { nations } from '../../api/game_facts';
import type { Nation } from '../../api/notation';
import { drawFloor } from '../../game/floor_drawing';
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
  // As close together as the table of the game draws it.
  const drawing = drawFloor(plan.floorSize, plan.tables);
  const tableCells = inReadingOrder(Object.keys(plan.tables)).map(drawing.at);
  const chairCells = inReadingOrder([...new Set<string>(Object.values(plan.tables).flat())]).map(drawing.at);
  const [tables = '', chairs = ''] = cafe.split(' ');
  const fits = tables.length === tableCells.length && chairs.length === chairCells.length;
  return {
    size: drawing.size,
    tables: tableCells.map((cell, i) => ({ ...cell, nation: fits ? nationOf(tables[i]) : null })),
    chairs: chairCells.map((cell, i) => ({ ...cell, nation: fits ? nationOf(chairs[i]) : null })),
  };
}

/** From the top row to the bottom row, and from left to right: as the server counts. */
function inReadingOrder(cells: string[]): string[] {
  const rank = (cell: string): number => Number(cell.slice(1));
  return cells.sort((a, b) => rank(b) - rank(a) || a.charCodeAt(0) - b.charCodeAt(0));
}
