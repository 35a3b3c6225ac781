import { describe, expect, test } from 'vitest';
import type * as Wire from '../../api/wire';
import { fakeView } from '../../room/fake_source';
import { isTipFollowed, tipOfTurn, type TipInput } from './tip_of_turn';

const legal = (...actions: string[]): Wire.GameView['legal'] => actions.map((action) => ({ action, points: {} }));
const tip = (view: Partial<Wire.GameView>, input: Partial<TipInput> = {}) => tipOfTurn({ view: fakeView(view), isChosen: false, hasSeat: false, isStaged: false, ...input });

describe('the tip of a turn', () => {
  test.each([
    ['choose', { legal: legal('RUm@b5', 'draw') }, {}],
    ['chairs', { legal: legal('RUm@b5', 'draw') }, { isChosen: true, hasSeat: true }],
    [null, { legal: legal('RUm@b5', 'draw') }, { isChosen: true }],
    [null, { legal: legal('RUm@b5', 'draw') }, { isStaged: true }],
    ['end', { placed: 1, legal: legal('RUm@b5', 'end') }, {}],
    ['draw', { legal: legal('draw') }, {}],
    ['bar', { legal: legal('bar RUm') }, {}],
    [null, { turn: 1, legal: [] }, {}],
    ['score', { turn: 1, legal: [], scores: [4, 0] }, {}],
    [null, { player: null, legal: [] }, {}],
  ] as const)('%s', (expected, view, input) => {
    expect(tip(view as Partial<Wire.GameView>, input)).toBe(expected);
  });
});

test('a tip is done once the player has followed it', () => {
  expect(isTipFollowed('choose', fakeView())).toBe(true);
  expect(isTipFollowed('chairs', fakeView())).toBe(false);
  expect(isTipFollowed('chairs', fakeView({ placed: 1 }))).toBe(true);
  expect(isTipFollowed('end', fakeView({ turn: 1 }))).toBe(true);
  expect(isTipFollowed('score', fakeView({ turn: 1 }))).toBe(false);
});
