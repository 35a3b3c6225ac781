import { describe, expect, test } from 'vitest';
import type * as Wire from '../../api/wire';
import { fakeView } from '../../room/fake_source';
import { turnPrompt, type TurnPromptInput } from './turn_prompt';

const legal = (...actions: string[]): Wire.GameView['legal'] => actions.map((action) => ({ action, points: {} }));
const prompt = (view: Partial<Wire.GameView>, input: Partial<TurnPromptInput> = {}): string =>
  turnPrompt({ view: fakeView(view), isBoardGame: false, chosen: null, hasSeat: false, hasBar: false, ...input });

describe('turn prompt', () => {
  test.each([
    ['a guest can be seated', { legal: legal('RUm@b5', 'draw') }, 'turn.pick'],
    ['only drawing is possible', { legal: legal('draw') }, 'turn.onlyDraw'],
    ['the hand is full', { legal: legal('RUm@b5', 'down RUm'), hand_sizes: [12, 7] }, 'turn.full'],
    ['the hand is full and no guest has a seat', { legal: legal('down RUm'), hand_sizes: [12, 7] }, 'turn.fullOnly'],
    ['another guest can follow', { placed: 1, legal: legal('RUm@b5', 'end') }, 'turn.orEnd'],
    ['no other guest can follow', { placed: 1, legal: legal('end') }, 'turn.onlyEnd'],
    ['the hand is empty', { placed: 1, legal: legal('end'), hand_sizes: [0, 7] }, 'turn.empty'],
    ['only passing is possible', { legal: legal('pass') }, 'turn.onlyPass'],
    ['nobody can sit down but a party is possible', { legal: legal('draw', 'party b2 TRf@b1 TRf@a2') }, 'turn.onlyParty'],
    ['a guest can be seated or a party given', { legal: legal('RUm@b5', 'draw', 'party b2 TRf@b1 TRf@a2') }, 'turn.orParty'],
    ['an opener needs company', { placed: 1, pending: ['b4'], legal: legal('RUf@a4') }, 'turn.bringCompany'],
  ] as const)('%s', (_, view, key) => {
    expect(prompt(view as Partial<Wire.GameView>)).toBe(key);
  });

  test('depends on the chosen guest', () => {
    const view = { legal: legal('RUm@b5', 'bar FRf') };
    expect(prompt(view, { chosen: 'RUm', hasSeat: true })).toBe('turn.pickChair');
    expect(prompt(view, { chosen: 'FRf', hasBar: true })).toBe('turn.orBar');
    expect(prompt(view, { chosen: 'RUf' })).toBe('turn.noChair');
    expect(prompt({ ...view, pending: ['b4'] }, { chosen: 'RUf' })).toBe('turn.noCompany');
  });

  test('sends guests of the board game to the bar', () => {
    expect(prompt({ legal: legal('bar RUm') }, { isBoardGame: true })).toBe('turn.onlyBar');
    expect(prompt({ legal: legal('bar RUm') }, { isBoardGame: true, chosen: 'RUm', hasBar: true })).toBe('turn.mustBar');
  });
});
