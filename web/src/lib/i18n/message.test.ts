import { describe, expect, test } from 'vitest';
import { de } from './locales/de';
import { en } from './locales/en';
import { fr } from './locales/fr';
import { it as italian } from './locales/it';
import { nl } from './locales/nl';
import { format, namesIn } from './message';

describe('messages', () => {
  test('names and numbers are put in', () => {
    expect(format('{name}: {n}', 'de', { name: 'Ann', n: 1234 })).toBe('Ann: 1.234');
    expect(format('{n}', 'en', { n: -3 })).toBe('−3');
    expect(format('{n}', 'en', { n: -0 })).toBe('0');
  });

  test('plurals follow the language', () => {
    const message = '{n, plural, =0 {nobody} one {# guest} other {# guests}}';
    expect([0, 1, 2].map((n) => format(message, 'en', { n }))).toEqual(['nobody', '1 guest', '2 guests']);
    expect(format('{n, plural, one {# carte} other {# cartes}}', 'fr', { n: 0 })).toBe('0 carte');
  });

  test('a broken message is refused', () => {
    expect(() => format('{n, plural, one {x}}', 'en')).toThrow(SyntaxError);
    expect(() => format('a } b', 'en')).toThrow(SyntaxError);
  });
});

describe.each(Object.entries({ de, fr, nl, it: italian }))('%s', (_language, messages) => {
  test('has every message, and asks for the same values', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, namesIn(messages[key])]).toEqual([key, namesIn(en[key])]);
      expect(messages[key].trim(), key).not.toBe('');
    }
  });
});
