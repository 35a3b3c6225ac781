import { describe, expect, test } from 'vitest';
import type { LegalAction } from '../api/messages';
import { parseAction } from '../api/notation';
import { completions, describeAction } from './commands';

const legalAction = (notation: string, points: Record<string, number>): LegalAction => ({ action: parseAction(notation), points });

const legal = [
  legalAction('end', {}),
  legalAction('RUm@c4', { b4: 6, c3: 2 }),
  legalAction('RUm@b5', { b4: 2 }),
  legalAction('swap RUm@n4', {}),
];

describe('typed actions', () => {
  test('completions that start with the text come first, best paid first', () => {
    expect(completions(legal, 'ru').map(({ action }) => action.notation)).toEqual(['RUm@c4', 'RUm@b5', 'swap RUm@n4']);
    expect(completions(legal, '')).toHaveLength(4);
    expect(completions(legal, 'xx')).toEqual([]);
  });

  test('a whole turn is not completed', () => {
    expect(completions(legal, 'RUm@c4; e')).toEqual([]);
  });

  test('an action is described in words', () => {
    expect(describeAction(legal[1]!)).toBe('Russian gentleman: +8');
    expect(describeAction(legal[0]!)).toBe('End turn');
    expect(describeAction(legalAction('JKf=ES@n4', { n3: 4 }))).toBe('Spanish lady (joker): +4');
    expect(describeAction(legalAction('party b4 RUm@b5 RUm@a4', { b4: 20 }))).toBe('Gentlemen’s party: +20');
  });
});
