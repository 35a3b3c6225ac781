import { expect, test } from 'vitest';
import type { GameView } from '../api/messages';
import { barLabel } from './labels';

const view = { bar: ['USm'], bar_values: [1, 2, 3, 4, 5, -2, -4] } as unknown as GameView;

test('a place at the bar names its guest or its points', () => {
  expect(barLabel(view, 0)).toBe('Bar place 1: USA, gentleman');
  expect(barLabel(view, 2)).toBe('Bar place 3, pays 3');
  expect(barLabel(view, 6)).toBe('Bar place 7, costs 4');
});
