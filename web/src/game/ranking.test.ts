import { expect, test } from 'vitest';
import { ranking } from './ranking';

const result = { why: 'alone', penalties: [0, 0, 0, 0], resigned: [] };

test('eliminated players rank behind the winner', () => {
  expect(ranking({ ...result, final: [90, 12, 40, 7], winners: [3], places: [4, 3, 2, 1] })).toEqual([3, 2, 1, 0]);
});

test('players who share a place are in turn order', () => {
  expect(ranking({ ...result, final: [5, 20, 20, 20], winners: [1, 3], places: [4, 1, 3, 1] })).toEqual([1, 3, 2, 0]);
});
