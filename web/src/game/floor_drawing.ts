import { cellPosition } from './plan_position';

/** A group of tables that are connected by shared seats, as it is drawn: a rectangle of cells. */
export interface DrawnBlock {
  cells: readonly string[];
  /** Distance of its upper left corner from that of the drawing, in cells. */
  x: number;
  y: number;
  columns: number;
  rows: number;
  /** The sides of the drawing that it stands at. */
  atRight: boolean;
  atBottom: boolean;
  /** The letters of its columns and the numbers of its rows in the plan. */
  files: readonly string[];
  ranks: readonly number[];
}

/**
 * Where the cells of a floor are drawn. The plan, and with it every name of a cell, stays as it is: only the empty cells between the blocks
 * are left out, so that everything else is larger.
 */
export interface FloorDrawing {
  /** Length of a side, in cells. */
  size: number;
  blocks: readonly DrawnBlock[];
  /** Distance of a cell from the upper left corner, in cells. */
  at: (cell: string) => { x: number; y: number };
}

/** Space between two blocks, as a part of a cell. */
const BLOCK_GAP = 0.2;

/** A block in the plan, with columns and rows counted from 0. */
interface PlannedBlock {
  cells: readonly string[];
  left: number;
  top: number;
  columns: number;
  rows: number;
}

/** Draws the blocks of a floor as close together as they fit, each in its own corner. */
export function drawFloor(floorSize: number, seatsByTable: Readonly<Record<string, readonly string[]>>): FloorDrawing {
  const planned = findBlocks(seatsByTable).map((cells) => boundsOf(cells, floorSize));
  const cells = smallestSize(planned, floorSize);
  const gap = planned.length > 1 ? BLOCK_GAP : 0;
  const blocks = planned.map((block): DrawnBlock => {
    const corner = cornerOf(block, floorSize);
    const { left, top } = moved(block, floorSize, cells);
    return {
      cells: block.cells,
      x: left + (corner.atRight ? gap : 0),
      y: top + (corner.atBottom ? gap : 0),
      columns: block.columns,
      rows: block.rows,
      ...corner,
      files: Array.from({ length: block.columns }, (_, i) => String.fromCharCode('a'.charCodeAt(0) + block.left + i)),
      ranks: Array.from({ length: block.rows }, (_, i) => floorSize - block.top - i),
    };
  });
  const places = new Map<string, { x: number; y: number }>();
  blocks.forEach((block, i) => {
    const { left, top } = planned[i]!;
    for (const cell of block.cells) {
      const { column, row } = cellPosition(cell, floorSize);
      places.set(cell, { x: block.x + column - 1 - left, y: block.y + row - 1 - top });
    }
  });
  return { size: cells + gap, blocks, at: (cell) => places.get(cell) ?? { x: 0, y: 0 } };
}

/** Tables and seats that are connected with each other. */
function findBlocks(seatsByTable: Readonly<Record<string, readonly string[]>>): string[][] {
  const blocks: Set<string>[] = [];
  for (const [table, seats] of Object.entries(seatsByTable)) {
    const joined = new Set([table, ...seats]);
    for (const block of blocks.filter((block) => seats.some((seat) => block.has(seat)))) {
      for (const cell of block) joined.add(cell);
      blocks.splice(blocks.indexOf(block), 1);
    }
    blocks.push(joined);
  }
  return blocks.map((block) => [...block]);
}

function boundsOf(cells: readonly string[], floorSize: number): PlannedBlock {
  const positions = cells.map((cell) => cellPosition(cell, floorSize));
  const [columns, rows] = [positions.map(({ column }) => column), positions.map(({ row }) => row)];
  const [left, top] = [Math.min(...columns) - 1, Math.min(...rows) - 1];
  return { cells, left, top, columns: Math.max(...columns) - left, rows: Math.max(...rows) - top };
}

function cornerOf({ left, top, columns, rows }: PlannedBlock, floorSize: number): { atRight: boolean; atBottom: boolean } {
  return { atRight: left > floorSize - left - columns, atBottom: top > floorSize - top - rows };
}

/** A block on a floor of another size, at the same distance from its corner. */
function moved(block: PlannedBlock, floorSize: number, size: number): PlannedBlock {
  const { atRight, atBottom } = cornerOf(block, floorSize);
  return { ...block, left: block.left - (atRight ? floorSize - size : 0), top: block.top - (atBottom ? floorSize - size : 0) };
}

/** The smallest floor on which no two blocks overlap. */
function smallestSize(planned: readonly PlannedBlock[], floorSize: number): number {
  const fits = (size: number): boolean => {
    const blocks = planned.map((block) => moved(block, floorSize, size));
    return blocks.every((a, i) => a.left >= 0 && a.top >= 0 && a.left + a.columns <= size && a.top + a.rows <= size && blocks.slice(i + 1).every((b) => !overlap(a, b)));
  };
  for (let size = 1; size < floorSize; size += 1) if (fits(size)) return size;
  return floorSize;
}

function overlap(a: PlannedBlock, b: PlannedBlock): boolean {
  return a.left < b.left + b.columns && b.left < a.left + a.columns && a.top < b.top + b.rows && b.top < a.top + a.rows;
}
