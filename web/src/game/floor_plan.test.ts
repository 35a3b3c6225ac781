import { describe, expect, test } from 'vitest';
import { blockOf, boardTables, cellPosition, floorPlanOf } from './floor_plan';

const cardTables = { b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' };

describe('the floor of the card game', () => {
  test('has four seats at every table; inner seats touch three tables', () => {
    const { size, seatsOf, tablesAt, seats } = floorPlanOf(cardTables);
    expect(size).toBe(5);
    expect(seats).toHaveLength(12);
    expect(seatsOf('c3')).toEqual(['c4', 'b3', 'd3', 'c2']);
    expect(tablesAt('c4')).toEqual(['b4', 'd4', 'c3']);
    expect(tablesAt('e2')).toEqual(['d2']);
  });
});

describe('the board', () => {
  const plan = floorPlanOf(boardTables);

  test('has 24 tables, two of each nation', () => {
    expect(plan.tables).toHaveLength(24);
    expect(new Set(Object.values(boardTables)).size).toBe(12);
  });

  test('has 68 seats, 28 of them between two tables', () => {
    expect(plan.seats).toHaveLength(68);
    expect(plan.seats.filter((seat) => plan.tablesAt(seat).length === 2)).toHaveLength(28);
  });

  test('is divided into four blocks of six tables', () => {
    const blocks = new Set(plan.tables.map((table) => blockOf(plan, table).sort().join()));
    expect(blocks.size).toBe(4);
    for (const block of blocks) expect(block.split(',')).toHaveLength(6 + 17);
    expect(blockOf(plan, 'a4').sort()).toEqual(blockOf(plan, 'b4').sort());
    expect(blockOf(plan, 'bar')).toEqual([]);
  });
});

test('a part of the board is drawn on the smallest floor that has its tables', () => {
  const { size, tables, seats } = floorPlanOf({ b4: 'IT', d4: 'CU', b2: 'TR', d2: 'FR' });
  expect([size, tables]).toEqual([5, ['b4', 'd4', 'b2', 'd2']]);
  expect(seats).toHaveLength(12);
  expect(floorPlanOf({ b4: 'IT', m4: 'ES' }).size).toBe(16);
});

test('the top row is the first of the plan', () => {
  expect(cellPosition('a5', 5)).toEqual({ column: 1, row: 1 });
});
