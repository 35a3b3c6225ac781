import { expect, test } from 'vitest';
import type { GameView } from '../api/messages';
import { floorPlanOf } from './floor_plan';
import { barLabel, seatLabel, tableLabel } from './labels';

const bar = { bar: ['USm'], bar_values: [1, 2, 3, 4, 5, -2, -4] } as unknown as GameView;
const tables = { b4: 'RU', d4: 'FR', c3: 'CU', b2: 'IT', d2: 'ES' };
const plan = floorPlanOf(tables);

test('a place at the bar names its guest or its points', () => {
  expect(barLabel(bar, 0)).toBe('Bar place 1: American gentleman');
  expect(barLabel(bar, 1)).toBe('Bar place 2, scores 2 points');
  expect(barLabel({ ...bar, bar: [] }, 0)).toBe('Bar place 1, scores 1 point');
  expect(barLabel(bar, 6)).toBe('Bar place 7, costs 4 points');
});

test('a seat names its tables and its guest', () => {
  expect(seatLabel({ tables, seated: {} }, plan, 'b5', undefined)).toBe('Chair b5 (Russia), free');
  expect(seatLabel({ tables, seated: { c4: 'JKm=FR' } }, plan, 'c4', undefined)).toBe('Chair c4 (Russia, France and Cuba): FR · French gentleman (joker)');
});

test('a table names its guests and counts its free chairs', () => {
  expect(tableLabel({ tables, seated: {} }, plan, 'b4', false)).toBe('RU, Russian table, b4: nobody yet. 4 free chairs.');
  expect(tableLabel({ tables, seated: { b5: 'RUf', a4: 'RUm', b3: 'ITf' } }, plan, 'b4', false)).toBe('RU, Russian table, b4: Russian lady, Russian gentleman and Italian lady. 1 free chair.');
  expect(tableLabel({ tables, seated: { b5: 'RUf' } }, plan, 'b4', true)).toBe('RU Party, Russian table, b4: Russian lady. 3 free chairs.');
});
