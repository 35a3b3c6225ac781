import { describe, expect, test } from 'vitest';
import { boardTables, floorPlanOf } from '../game/floor_plan';
import { floorLayout, zoomForBlock, type FloorLayout, type FloorShape } from './floor_layout';

const { drawing } = floorPlanOf(boardTables);
const board: FloorShape = { cells: drawing.size, hasBar: true, hasCoordinates: false };
const card: FloorShape = { cells: 5, hasBar: false, hasCoordinates: false };

/** The window on the floor at these sizes of the screen, measured on the screen of a game. */
const windows = {
  '1440 × 900': { width: 968, height: 808 },
  '1280 × 800': { width: 856, height: 708 },
  'upright tablet': { width: 770, height: 600 },
  phone: { width: 358, height: 376 },
};

function lies(inner: { left: number; top: number; width: number; height: number }, { width, height }: FloorLayout): boolean {
  return inner.left >= 0 && inner.top >= 0 && inner.left + inner.width <= width + 0.01 && inner.top + inner.height <= height + 0.01;
}

describe('the whole board', () => {
  test.each(Object.entries(windows))('fits the window: %s', (_, window) => {
    const layout = floorLayout(window, board);
    expect([layout.width, layout.height]).toEqual([window.width, window.height]);
    expect(lies(layout.plan, layout) && layout.bar !== null && lies(layout.bar, layout)).toBe(true);
  });

  test('has chairs of more than 56 pixels on a large screen', () => {
    const { row, column } = floorLayout(windows['1440 × 900'], board);
    // A free chair is drawn a little smaller than its cell.
    expect(Math.min(row, column) * 0.88).toBeGreaterThanOrEqual(56);
  });

  test('has the bar beside the tables where the window is wide, else below', () => {
    expect(floorLayout(windows['1440 × 900'], board).bar?.side).toBe('right');
    expect(floorLayout(windows['upright tablet'], board).bar?.side).toBe('right');
    expect(floorLayout({ width: 700, height: 900 }, board).bar?.side).toBe('bottom');
  });

  test('leaves room for the coordinates', () => {
    const { plan, bar } = floorLayout(windows['1440 × 900'], { ...board, hasCoordinates: true });
    expect(Math.min(plan.left, plan.top, bar!.left - plan.left - plan.width)).toBeGreaterThanOrEqual(18);
  });
});

test('a zoomed floor is larger than the window, with free space below', () => {
  const whole = floorLayout(windows.phone, board);
  const near = floorLayout(windows.phone, board, 2, 100);
  expect(near.row).toBeCloseTo(2 * whole.row, 1);
  expect(near.height - (near.bar!.top + near.bar!.height)).toBeGreaterThanOrEqual(100);
});

test('a block of the board fills a phone', () => {
  const whole = floorLayout(windows.phone, board);
  for (const block of drawing.blocks) {
    const near = floorLayout(windows.phone, board, zoomForBlock(windows.phone, whole, block));
    expect(block.columns * near.column).toBeLessThanOrEqual(windows.phone.width);
    expect(block.rows * near.row).toBeLessThanOrEqual(windows.phone.height);
    expect(near.row).toBeGreaterThan(44);
  }
});

test('the card game has no bar and is centred', () => {
  const layout = floorLayout({ width: 1000, height: 700 }, card);
  expect(layout.bar).toBeNull();
  expect(layout.plan.left).toBeCloseTo((1000 - layout.plan.width) / 2);
  expect(layout.plan.height).toBeCloseTo(700 - 16, 0);
});
