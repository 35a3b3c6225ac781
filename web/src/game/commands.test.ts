import { describe, expect, test } from 'vitest';
import type { LegalAction } from '../api/wire';
import { completions, describeAction } from './commands';

const legal: LegalAction[] = [
  { action: 'end', points: {} },
  { action: 'RUm@c4', points: { b4: 6, c3: 2 } },
  { action: 'RUm@b5', points: { b4: 2 } },
  { action: 'swap RUm@n4', points: {} },
];

describe('typed actions', () => {
  test('completions that start with the text come first, best paid first', () => {
    expect(completions(legal, 'ru').map(({ action }) => action)).toEqual(['RUm@c4', 'RUm@b5', 'swap RUm@n4']);
    expect(completions(legal, '')).toHaveLength(4);
    expect(completions(legal, 'xx')).toEqual([]);
  });

  test('a whole turn is not completed', () => {
    expect(completions(legal, 'RUm@c4; e')).toEqual([]);
  });

  test('an action is described in words', () => {
    expect(describeAction(legal[1]!)).toBe('Russia, gentleman +8');
    expect(describeAction(legal[0]!)).toBe('End turn');
    expect(describeAction({ action: 'JKf=ES@n4', points: { n3: 4 } })).toBe('Traveller, lady, as Spain +4');
  });
});
