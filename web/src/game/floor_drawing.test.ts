import { describe, expect, test } from 'vitest';
import { drawFloor, type FloorDrawing } from './floor_drawing';
import { boardTables, blockOf, floorPlanOf } from './floor_plan';

const plan = floorPlanOf(boardTables);
const cells = [...plan.tables, ...plan.seats];

/** How far apart two cells are drawn. */
function distance({ at }: FloorDrawing, from: string, to: string): [number, number] {
  const [a, b] = [at(from), at(to)];
  return [Math.round(10 * (b.x - a.x)) / 10, Math.round(10 * (b.y - a.y)) / 10];
}

describe('the board', () => {
  const { drawing } = plan;

  test('is drawn as four blocks around a free square of two by two cells', () => {
    expect(drawing.blocks.map(({ columns, rows }) => [columns, rows])).toEqual(expect.arrayContaining([[7, 5], [5, 7]]));
    expect(drawing.blocks).toHaveLength(4);
    const gap = drawing.size - Math.floor(drawing.size);
    expect([Math.floor(drawing.size), gap < 0.5]).toEqual([12, true]);
    const area = drawing.blocks.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
    expect(area).toBe(12 * 12 - 2 * 2);
  });

  test('draws no two cells over each other, and all of them inside', () => {
    const places = cells.map(drawing.at);
    for (const [i, a] of places.entries()) {
      expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(a.x, a.y)).toBeLessThanOrEqual(drawing.size - 1);
      for (const b of places.slice(i + 1)) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(1);
    }
  });

  test('draws every seat right beside its tables', () => {
    for (const seat of plan.seats) {
      for (const table of plan.tablesAt(seat)) expect(distance(drawing, seat, table).map(Math.abs).sort()).toEqual([0, 1]);
    }
  });

  test('names the columns and rows of each block as the plan does', () => {
    for (const block of drawing.blocks) {
      for (const cell of block.cells) {
        const { x, y } = drawing.at(cell);
        expect(`${block.files[Math.round(x - block.x)]}${block.ranks[Math.round(y - block.y)]}`).toBe(cell);
      }
    }
  });

  test('has the same blocks as the plan', () => {
    for (const block of drawing.blocks) expect([...block.cells].sort()).toEqual(blockOf(plan, block.cells[0]!).sort());
  });
});

test('the floor of the card game is drawn like its plan', () => {
  const { size, drawing } = floorPlanOf({ b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' });
  expect(drawing.size).toBe(size);
  expect(drawing.at('b5')).toEqual({ x: 1, y: 0 });
  expect(drawing.at('e2')).toEqual({ x: 4, y: 3 });
});

test('blocks of another plan are closed up as well', () => {
  const drawing = drawFloor(9, { b8: ['b9', 'a8', 'c8', 'b7'], h2: ['h3', 'g2', 'i2', 'h1'] });
  // Three by three cells each, in opposite corners.
  expect(Math.floor(drawing.size)).toBe(6);
  expect(distance(drawing, 'c8', 'g2').every((far) => far > 1)).toBe(true);
});
