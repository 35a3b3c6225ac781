import { expect, test } from 'vitest';
import { boardTables, floorPlanOf, type FloorPlan } from '../game/floor_plan';
import { armsOf, placeBeside } from './cell_surroundings';

const card = floorPlanOf({ b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' });
const board = floorPlanOf(boardTables);

/** What is drawn at a distance from a cell. */
function cellAt(plan: FloorPlan, cell: string, { x, y }: { x: number; y: number }): string | undefined {
  const from = plan.drawing.at(cell);
  return [...plan.tables, ...plan.seats].find((other) => {
    const at = plan.drawing.at(other);
    return Math.abs(at.x - from.x - x) < 0.5 && Math.abs(at.y - from.y - y) < 0.5;
  });
}

test('arms point at the tables of a seat', () => {
  expect(armsOf(card, 'c4')).toEqual(['west', 'east', 'south']);
  expect(armsOf(card, 'b5')).toEqual(['south']);
  expect(armsOf(board, 'c15')).toEqual(['west', 'east']);
  expect(armsOf(board, 'b14')).toEqual(['north', 'south']);
});

test.each([['board', board] as const, ['card', card] as const])('points beside a seat cover neither a guest nor a table: %s game', (_, plan) => {
  for (const seat of plan.seats) expect([seat, cellAt(plan, seat, placeBeside(plan, seat))]).toEqual([seat, undefined]);
});

test('points beside a table cover nothing where a place is free', () => {
  for (const table of board.tables) expect([table, cellAt(board, table, placeBeside(board, table))]).toEqual([table, undefined]);
  expect(placeBeside(card, 'b4')).toEqual({ x: -0.85, y: -0.85 });
  expect(placeBeside(card, 'd2')).toEqual({ x: 0.85, y: -0.85 });
  // Between four tables and four seats.
  expect(placeBeside(card, 'c3')).toEqual({ x: -0.5, y: -0.5 });
});

test('points stay away from the stocks of the card game where they can', () => {
  for (const seat of card.seats.filter((seat) => !seat.startsWith('c'))) expect(card.drawing.at(seat).x + placeBeside(card, seat).x).not.toBe(2);
});
