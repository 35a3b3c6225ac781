import { describe, expect, test } from 'vitest';
import { formatList, formatNumber, formatSigned, directionOf, pluralForm, scriptOf } from './intl';
import { languageName, sortedByName } from './language_names';
import { format } from './message';

describe('numbers', () => {
  test('have the separators and digits of the language, and a real minus sign', () => {
    expect([formatNumber(1234, 'de'), formatNumber(1234, 'en'), formatNumber(12, 'ar-EG')]).toEqual(['1.234', '1,234', '١٢']);
    expect([formatNumber(-3, 'en'), formatNumber(-0, 'en')]).toEqual(['−3', '0']);
  });

  test('have a sign if they are won or lost', () => {
    expect([8, -2, 0, -0].map((n) => formatSigned(n, 'de'))).toEqual(['+8', '−2', '+0', '+0']);
  });
});

describe('lists', () => {
  test('have the conjunction of the language', () => {
    const joined = (language: string) => formatList(['Ann', 'Ben', 'Cleo'], language);
    expect(['en', 'de', 'fr', 'ru', 'zh', 'ar'].map(joined)).toEqual(['Ann, Ben and Cleo', 'Ann, Ben und Cleo', 'Ann, Ben et Cleo', 'Ann, Ben и Cleo', 'Ann、Ben和Cleo', 'Ann وBen وCleo']);
  });

  test('may have few items', () => {
    expect([[], ['Ann'], ['Ann', 'Ben']].map((items) => formatList(items, 'nl'))).toEqual(['', 'Ann', 'Ann en Ben']);
  });
});

describe('plural forms', () => {
  const numbers = [0, 1, 2, 3, 5, 11, 21, 22, 100, 101];
  test.each([
    ['en', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other', 'other', 'other']],
    ['fr', ['one', 'one', 'other', 'other', 'other', 'other', 'other', 'other', 'other', 'other']],
    ['ru', ['many', 'one', 'few', 'few', 'many', 'many', 'one', 'few', 'many', 'one']],
    ['ar', ['zero', 'one', 'two', 'few', 'few', 'many', 'many', 'many', 'other', 'other']],
    ['zh', numbers.map(() => 'other')],
  ])('of %s', (language, forms) => {
    expect(numbers.map((n) => pluralForm(n, language))).toEqual(forms);
  });

  test('are all known to messages', () => {
    const russian = '{n, plural, one {# гость} few {# гостя} many {# гостей} other {# гостя}}';
    expect([1, 2, 5, 21, 0.5].map((n) => format(russian, 'ru', { n }))).toEqual(['1 гость', '2 гостя', '5 гостей', '21 гость', '0,5 гостя']);
    const arabic = '{n, plural, zero {لا ضيوف} one {ضيف} two {ضيفان} few {# ضيوف} many {# ضيفًا} other {# ضيف}}';
    expect([0, 1, 2, 3, 11, 100].map((n) => format(arabic, 'ar', { n }))).toEqual(['لا ضيوف', 'ضيف', 'ضيفان', '3 ضيوف', '11 ضيفًا', '100 ضيف']);
    expect([0, 1, 2].map((n) => format('{n, plural, =0 {没有客人} other {#位客人}}', 'zh', { n }))).toEqual(['没有客人', '1位客人', '2位客人']);
  });
});

test('script and direction follow from the language', () => {
  expect(['en', 'en-XA', 'ru', 'hi', 'zh', 'zh-TW', 'ar', 'he'].map(scriptOf)).toEqual(['Latn', 'Latn', 'Cyrl', 'Deva', 'Hans', 'Hant', 'Arab', 'Hebr']);
  expect(['Latn', 'Cyrl', 'Deva', 'Hans', 'Arab', 'Hebr'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'rtl', 'rtl']);
});

test('languages have their own names, in the order of the alphabet', () => {
  expect(['de', 'fr', 'it', 'ru', 'tr', 'zh'].map(languageName)).toEqual(['Deutsch', 'Français', 'Italiano', 'Русский', 'Türkçe', '中文']);
  expect(sortedByName(['it', 'en', 'de']).map(({ name }) => name)).toEqual(['Deutsch', 'English', 'Italiano']);
});
