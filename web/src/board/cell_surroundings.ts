import type { FloorPlan } from '../game/floor_plan';

/** A side of a cell. */
export type Side = 'north' | 'east' | 'south' | 'west';

/** A place near a cell: its distance in columns and rows. */
export interface Offset {
  x: number;
  y: number;
}

/** The distance of another cell of the same block. */
function offsetTo({ drawing }: FloorPlan, from: string, to: string): Offset {
  const [a, b] = [drawing.at(from), drawing.at(to)];
  return { x: Math.round(b.x - a.x), y: Math.round(b.y - a.y) };
}

/** The sides of a seat at which its tables are. */
export function armsOf(plan: FloorPlan, seat: string): Side[] {
  return plan.tablesAt(seat).map((table): Side => {
    const { x, y } = offsetTo(plan, seat, table);
    return y < 0 ? 'north' : x > 0 ? 'east' : y > 0 ? 'south' : 'west';
  });
}

/** Beside a seat, the upper place first; diagonally beside a table, whose sides are seats. */
const besideSeat: readonly Offset[] = [{ x: 0, y: -1 }, { x: -1, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }];
const besideTable: readonly Offset[] = [{ x: -1, y: -1 }, { x: 1, y: -1 }, { x: -1, y: 1 }, { x: 1, y: 1 }];

/** The nearest place beside a cell where neither a table nor a seat is. If there is none, the corner that it shares with others. */
export function placeBeside(plan: FloorPlan, cell: string): Offset {
  const block = plan.drawing.blocks.find(({ cells }) => cells.includes(cell));
  const isTable = plan.tables.includes(cell);
  if (!block) return { x: 0, y: -1 };
  const at = plan.drawing.at(cell);
  const taken = new Set(block.cells.map((other) => key(offsetTo(plan, cell, other))));
  const isFree = ({ x, y }: Offset): boolean => {
    const [left, top] = [at.x + x - block.x, at.y + y - block.y];
    return left > -0.5 && top > -0.5 && left < block.columns - 0.5 && top < block.rows - 0.5 && !taken.has(key({ x, y }));
  };
  const middle = block.x + block.columns / 2;
  const free = (isTable ? besideTable : besideSeat).filter(isFree);
  // Away from the middle, where the stocks of the card game are.
  const outside = ({ x, y }: Offset): number => (y === -1 ? 2 : 0) + (Math.sign(x) === Math.sign(at.x + 0.5 - middle) ? 1 : 0);
  const best = [...free].sort((a, b) => outside(b) - outside(a))[0];
  // A table is larger than a chair, and its points need not be a whole cell away.
  const near = isTable ? 0.85 : 1;
  return best ? { x: best.x * near, y: best.y * near } : { x: -0.5, y: -0.5 };
}

function key({ x, y }: Offset): string {
  return `${x} ${y}`;
}
