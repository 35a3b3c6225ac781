import { expect, test } from 'vitest';
import type { GameView } from '../api/wire';
import { barSaid } from './labels';

const scene = { bar: ['USm'], bar_values: [1, 2, 3, 4, 5, -2, -4] } as unknown as GameView;

test('a place at the bar says who waits there, or what it pays or costs', () => {
  expect(barSaid(scene, 0)).toBe('Bar place 1: USA, gentleman');
  expect(barSaid(scene, 2)).toBe('Bar place 3, pays 3');
  expect(barSaid(scene, 6)).toBe('Bar place 7, costs 4');
});
