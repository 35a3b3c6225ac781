import { describe, expect, test } from 'vitest';
import { boardTables, floorPlanOf } from './floor_plan';
import { neighbour, nextInCycle } from './cell_navigation';

const plan = floorPlanOf({ b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' });
const cells = [...plan.tables, ...plan.seats];

describe('arrow keys', () => {
  test('go from a table to its seats and back', () => {
    expect(neighbour('ArrowUp', 'b4', cells, 5)).toBe('b5');
    expect(neighbour('ArrowDown', 'b5', cells, 5)).toBe('b4');
    expect(neighbour('ArrowRight', 'b4', cells, 5)).toBe('c4');
  });

  test('stop at the edge; other keys do nothing', () => {
    expect(neighbour('ArrowLeft', 'a4', cells, 5)).toBeNull();
    expect(neighbour('Enter', 'b4', cells, 5)).toBeNull();
  });

  test('reach every cell of the board', () => {
    const floor = floorPlanOf(boardTables);
    const all = [...floor.tables, ...floor.seats];
    const reached = new Set([all[0]!]);
    for (const cell of reached) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = neighbour(key, cell, all, floor.size);
        if (next) reached.add(next);
      }
    }
    expect(reached.size).toBe(all.length);
  });
});

describe('cycling through a list', () => {
  test('continues at the other end', () => {
    expect(nextInCycle(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(nextInCycle(['a', 'b', 'c'], 'a', -1)).toBe('c');
    expect(nextInCycle(['a', 'b', 'c'], null, -1)).toBe('c');
    expect(nextInCycle([], null, 1)).toBeNull();
  });
});
