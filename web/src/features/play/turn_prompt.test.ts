import { describe, expect, test } from 'vitest';
import type * as Wire from '../../api/wire';
import { fakeView } from '../../room/fake_source';
import { turnPrompt, type TurnPromptInput } from './turn_prompt';

const legal = (...actions: string[]): Wire.GameView['legal'] => actions.map((action) => ({ action, points: {} }));
const prompt = (view: Partial<Wire.GameView>, input: Partial<TurnPromptInput> = {}): string =>
  turnPrompt({ view: fakeView(view), isBoardGame: false, chosen: null, hasSeat: false, hasBar: false, ...input });

describe('turn prompt', () => {
  test.each([
    ['a guest can be seated', { legal: legal('RUm@b5', 'draw') }, 'table.choose'],
    ['only drawing is possible', { legal: legal('draw') }, 'table.onlyDraw'],
    ['the hand is full', { legal: legal('RUm@b5', 'down RUm'), hand_sizes: [12, 7] }, 'table.full'],
    ['the hand is full and no guest has a seat', { legal: legal('down RUm'), hand_sizes: [12, 7] }, 'table.fullOnly'],
    ['another guest can follow', { placed: 1, legal: legal('RUm@b5', 'end') }, 'table.orEnd'],
    ['no other guest can follow', { placed: 1, legal: legal('end') }, 'table.onlyEnd'],
    ['the hand is empty', { placed: 1, legal: legal('end'), hand_sizes: [0, 7] }, 'table.empty'],
    ['only passing is possible', { legal: legal('pass') }, 'table.onlyPass'],
    ['an opener needs company', { placed: 1, pending: ['b4'], legal: legal('RUf@a4') }, 'table.bringCompany'],
  ] as const)('%s', (_, view, key) => {
    expect(prompt(view as Partial<Wire.GameView>)).toBe(key);
  });

  test('depends on the chosen guest', () => {
    const view = { legal: legal('RUm@b5', 'bar FRf') };
    expect(prompt(view, { chosen: 'RUm', hasSeat: true })).toBe('table.chooseSeat');
    expect(prompt(view, { chosen: 'FRf', hasBar: true })).toBe('table.onlyBar');
    expect(prompt(view, { chosen: 'RUf' })).toBe('table.noSeat');
    expect(prompt({ ...view, pending: ['b4'] }, { chosen: 'RUf' })).toBe('table.noCompany');
  });

  test('sends guests of the board game to the bar', () => {
    expect(prompt({ legal: legal('bar RUm') }, { isBoardGame: true })).toBe('table.onlyBar');
  });
});
