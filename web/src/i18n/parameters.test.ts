import { expect, test } from 'vitest';
import { learnCatalogue } from './catalogues';
import { isKey, isPlainKey, t } from './i18n.svelte';

/** Never called: `npm run check` reads it. Each line has to be the error that it expects. */
export function mistakes(code: string, condition: boolean): void {
  // @ts-expect-error the key does not exist
  t('home.plya');
  // @ts-expect-error the value is missing
  t('home.theirs');
  // @ts-expect-error the value is misspelt
  t('home.theirs', { nmae: 'Ann' });
  // @ts-expect-error the value is one too many
  t('home.theirs', { name: 'Ann', n: 1 });
  // @ts-expect-error the text has no values
  t('home.play', { n: 1 });
  // @ts-expect-error a plural needs a number
  t('home.waiting', { n: 'two' });
  // @ts-expect-error a value inside a plural is missing
  t('home.lost', { n: 1 });
  // @ts-expect-error who is addressed is missing
  t('undo.asked', { name: 'Ann' });
  // @ts-expect-error one of the two texts needs a value
  t(condition ? 'home.yours' : 'home.theirs');
  // @ts-expect-error a key of any text may need any value
  if (isKey(code)) t(code);
  // @ts-expect-error a lesson is in another catalogue
  t('card.lead');
  // @ts-expect-error the second value is missing
  learnCatalogue.t('step', { n: 1 });
}

/** Never called. None of these is an error. */
export function noMistakes(code: string, condition: boolean): void {
  t('home.play');
  t('home.lost', { name: 'Ann', n: 2 });
  t('undo.asked', { you: condition ? 'yes' : 'no', name: 'Ann' });
  t('undo.asked', { you: 'yes' });
  t(condition ? 'home.yours' : 'home.theirs', { name: 'Ann' });
  if (isPlainKey(code)) t(code);
  const fault = `fault.${code}` as const;
  if (isKey(fault)) t(fault, { atTables: 'at the Italian table' });
  learnCatalogue.t('step', { n: 1, of: 2 });
}

test('a key from outside is known if its text is loaded, and plain if it needs no values', () => {
  expect(['home.play', 'home.theirs', 'home.nothing'].map((key) => isKey(key))).toEqual([true, true, false]);
  expect(['home.play', 'home.theirs', 'home.nothing'].map((key) => isPlainKey(key))).toEqual([true, false, false]);
});
