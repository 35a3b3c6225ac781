import { expect, test } from 'vitest';
import type { Glossary } from '../glossary/glossary';
import { findProblems, type Note } from './problems';
import { report } from './report';

const glossary: Glossary = { enforced: true, voice: '', quotes: '', terms: [] };

/** The problems of one text and its translation. */
function problems(language: string, english: string, text: string | undefined, { note = 'A note.', ...more }: Partial<Glossary> & { note?: Note } = {}): string[] {
  const found = findProblems({
    catalogues: { home: { en: { key: english }, [language]: text === undefined ? {} : { key: text } } },
    notes: { home: { key: note } },
    glossaries: { en: glossary, [language]: { ...glossary, ...more } },
  });
  return found.map(({ kind, text }) => `${kind}: ${text}`);
}

test('a good translation has no problem', () => {
  expect(problems('de', '{n, plural, one {# card} other {# cards}} for {name}', '{n, plural, one {# Karte} other {# Karten}} für {name}')).toEqual([]);
});

test('missing, empty and malformed texts are found', () => {
  expect(problems('de', 'Card', undefined)).toEqual(['key: is missing']);
  expect(problems('de', 'Card', ' ')).toEqual(['key: is empty']);
  expect(problems('de', 'Card', 'Karte {')[0]).toMatch(/^syntax: SyntaxError/);
});

test('a translation has the values of the English text', () => {
  expect(problems('de', '{name} wins', '{nmae} gewinnt')).toEqual(['values: {nmae} is not in English', 'values: {name} is missing']);
  expect(problems('de', 'Step {n}', 'Schritt {n, plural, one {eins} other {#}}')).toEqual(['values: {n} has no plural in English']);
  expect(problems('nl', '{you, select, yes {You draw} other {{name} draws}}', '{name} trekt')).toEqual([]);
  expect(problems('de', '{you, select, yes {You} other {{name}}}', '{you} {name}')).toEqual(['values: {you} is a choice, not a value']);
});

test('a text has the plural forms that its language needs', () => {
  const english = '{n, plural, one {# guest} other {# guests}}';
  expect(problems('ru', english, '{n, plural, one {# гость} other {# гостя}}')).toEqual(['plural: n lacks many', 'plural: n lacks few']);
  expect(problems('ru', english, '{n, plural, one {# гость} few {# гостя} many {# гостей} other {# гостя}}')).toEqual([]);
  expect(problems('ar', english, '{n, plural, =0 {لا ضيوف} one {ضيف} =2 {ضيفان} few {# ضيوف} many {# ضيفًا} other {# ضيف}}')).toEqual([]);
  expect(problems('zh', english, '{n, plural, other {#位客人}}')).toEqual([]);
  expect(problems('zh', english, '{n, plural, one {1位客人} other {#位客人}}')).toEqual(['plural: n has one, which zh does not have']);
  expect(problems('fr', english, '{n, plural, one {# client} other {# clients}}')).toEqual([]);
});

test('a text fits its place', () => {
  expect(problems('de', 'Play', 'Jetzt losspielen', { note: ['A button.', 12] })).toEqual(['length: has 16 characters, at most 12 fit: Jetzt losspielen']);
  expect(problems('de', '{name}', '{name}!', { note: ['A name.', 8] })).toEqual(['length: has 9 characters, at most 8 fit: {name}!']);
});

test('forbidden and untranslated words are found', () => {
  const terms = [
    { thing: 'a joker', word: 'Joker', never: ['Reisende*'] },
    { thing: 'a seat', word: 'Platz', never: ['Stuhl'], keys: ['lobby.*'] },
  ];
  expect(problems('de', 'Joker', 'Der Reisende', { terms })).toEqual(['words: “Reisende*” for a joker: Joker']);
  expect(problems('de', 'Chair', 'Stuhl', { terms })).toEqual([]);
  expect(problems('de', 'Travel agents', 'Abreisende', { terms })).toEqual([]);
  expect(problems('de', 'Hand', 'Hand')).toEqual(['words: is the same as in English: Hand']);
  expect(problems('de', 'Hand', 'Hand', { sameAsEnglish: ['k*'] })).toEqual([]);
  expect(problems('de', '{n}: {name}', '{n}: {name}')).toEqual([]);
});

test('every text has a note, and every note a text', () => {
  const found = findProblems({
    catalogues: { home: { en: { 'nation.DE': 'Germany', 'home.play': 'Play' } } },
    notes: { home: { 'nation.*': 'A nation.', 'home.gone': 'A button.' } },
    glossaries: { en: glossary },
  });
  expect(found.map(({ key, text }) => `${key} ${text}`)).toEqual(['home.play has no note', 'home.gone has a note, but no text']);
  expect(report(found)).toBe('en: note (2)\n  home home.play                       has no note\n  home home.gone                       has a note, but no text\n');
});
