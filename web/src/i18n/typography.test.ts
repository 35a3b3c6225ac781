import { describe, expect, test } from 'vitest';
import { languages, type Language } from './i18n.svelte';

const books = import.meta.glob<Record<string, Record<string, string>>>('./{locales,learn,rules}/*.ts', { eager: true });

/** A space at which no line breaks. Our fonts have this one; they lack the narrow one that French would rather have. */
const nbsp = '\u00a0';
const quotes: Record<Language, string> = { de: '„“‚‘’', en: '“”‘’', fr: '«»’', nl: '“”‘’', it: '«»’' };

/** A message with its spaces and marks as the language sets them. */
function wellSet(text: string, language: Language): string {
  let set = text
    .replaceAll('...', '…')
    .replace(/ {2,}/g, ' ')
    .replace(/\s+([,.])/g, '$1')
    // German and Dutch keep the dots apart from a whole word, the others do not.
    .replace(/\s*…/g, language === 'de' || language === 'nl' ? `${nbsp}…` : '…')
    // A minus sign is as wide as a plus.
    .replace(/(^|[\s(])-(?=\d)/g, '$1−')
    .trim();
  if (language === 'fr') set = set.replace(/\s*([:;?!»])/g, `${nbsp}$1`).replace(/«\s*/g, `«${nbsp}`);
  else set = set.replace(/\s+([:;?!])/g, '$1');
  return set;
}

test('a message that is set badly would be seen', () => {
  expect(wellSet('Gagné ! Vraiment? « Oui »', 'fr')).toBe('Gagné\u00a0! Vraiment\u00a0? «\u00a0Oui\u00a0»');
  expect(wellSet('Moment...  Hm ? -2', 'de')).toBe('Moment\u00a0… Hm? −2');
  expect(wellSet('Un momento … ecco', 'it')).toBe('Un momento… ecco');
});

describe.each(languages)('%s', (language) => {
  const messages = ['locales', 'learn', 'rules'].flatMap((book) => Object.entries(books[`./${book}/${language}.ts`]?.[language] ?? {}));

  test('is found', () => expect(messages.length).toBeGreaterThan(500));

  test('has its spaces, dots and signs as they should be', () => {
    // A failure shows each no-break space as ⍽: one cannot see it otherwise.
    const seen = (key: string, message: string) => `${key}: ${message.replaceAll(nbsp, '⍽')}`;
    for (const [key, message] of messages) expect(seen(key, message)).toBe(seen(key, wellSet(message, language)));
  });

  test('has its own quotation marks and apostrophes, and none of a typewriter', () => {
    const strange = messages.filter(([, message]) => [...message].some((c) => '\'"`´‹›„“”‚‘’«»'.includes(c) && !quotes[language].includes(c)));
    expect(strange).toEqual([]);
  });
});
