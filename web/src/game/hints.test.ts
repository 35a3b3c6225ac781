import { expect, test } from 'vitest';
import { parseAction } from '../api/notation';
import { fakeView } from '../room/fake_source';
import { bestHint, hintText, isHintFor } from './hints';

const hint = { actions: [parseAction('RUm@b5'), parseAction('RUf@a4')], points: 8, value: 4.6, exact: false, continues: false, fills: ['b4'], doubled: ['b4'], hand_size: 5 };

test('a hint says what its facts say', () => {
  expect(hintText(hint, fakeView())).toBe('Hint: 8 points this turn, double points at the Russian table, all chairs taken at the Russian table and about 5 points ahead at the end.');
  expect(hintText({ ...hint, fills: [], doubled: [], points: 1, value: -3 }, fakeView())).toBe('Hint: 1 point this turn and about 3 points behind at the end.');
});

test('a hint that ends the game says how', () => {
  const result = { why: 'closed', penalties: [4, 6], final: [62, 51], winners: [0], places: [1, 2], resigned: [] };
  expect(hintText({ ...hint, fills: [], doubled: [], points: 0, result }, fakeView())).toBe('Hint: the game ends 62 : 51.');
});

test('a hint without facts still says that it is one', () => {
  expect(hintText({ actions: hint.actions, points: 0 }, fakeView())).toBe('Hint: seat this guest on the marked chair.');
});

test('a hint is for its first guest', () => {
  expect([isHintFor(hint, 'RUm'), isHintFor(hint, 'RUf'), isHintFor(hint, null)]).toEqual([true, false, false]);
});

test('a hint to draw says how much better it is', () => {
  const draw = { actions: [parseAction('draw')], points: 0, value: 22.5 };
  expect(hintText(bestHint([draw, { ...hint, value: 16.5 }])!, fakeView())).toBe('Hint: draw a card. It should bring about 6 points more than the next best move.');
});
