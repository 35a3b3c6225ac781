import { describe, expect, test } from 'vitest';
import { allLanguages, allTexts } from './check/all_texts';

/** No-break space. Our fonts lack the narrow one that French would prefer. */
const nbsp = '\u00a0';
const quotes: Record<string, string> = { de: '„“‚‘’', en: '“”‘’', fr: '«»’', nl: '“”‘’', it: '«»’' };

/** A message with the spaces and punctuation of its language. */
function corrected(text: string, language: string): string {
  let result = text
    .replaceAll('...', '…')
    .replace(/ {2,}/g, ' ')
    .replace(/\s+([,.])/g, '$1')
    // German and Dutch put a space between a word and an ellipsis.
    .replace(/\s*…/g, language === 'de' || language === 'nl' ? `${nbsp}…` : '…')
    // A minus sign instead of a hyphen.
    .replace(/(^|[\s(])-(?=\d)/g, '$1−')
    .trim();
  if (language === 'fr') result = result.replace(/\s*([:;?!»])/g, `${nbsp}$1`).replace(/«\s*/g, `«${nbsp}`);
  else result = result.replace(/\s+([:;?!])/g, '$1');
  return result;
}

test('wrong spaces and dots are corrected', () => {
  expect(corrected('Gagné ! Vraiment? « Oui »', 'fr')).toBe('Gagné\u00a0! Vraiment\u00a0? «\u00a0Oui\u00a0»');
  expect(corrected('Moment...  Hm ? -2', 'de')).toBe('Moment\u00a0… Hm? −2');
  expect(corrected('Un momento … ecco', 'it')).toBe('Un momento… ecco');
});

describe.each(allLanguages)('%s', (language) => {
  const messages = Object.values(allTexts.catalogues).flatMap((catalogue) => Object.entries(catalogue[language] ?? {}));

  test('messages are found', () => expect(messages.length).toBeGreaterThan(500));

  test('spaces, dots and signs follow the language', () => {
    // A failure shows a no-break space as ⍽, because it is invisible otherwise.
    const visible = (key: string, message: string) => `${key}: ${message.replaceAll(nbsp, '⍽')}`;
    for (const [key, message] of messages) expect(visible(key, message)).toBe(visible(key, corrected(message, language)));
  });

  test('quotation marks and apostrophes follow the language', () => {
    const wrong = messages.filter(([, message]) => [...message].some((c) => '\'"`´‹›„“”‚‘’«»'.includes(c) && !quotes[language]?.includes(c)));
    expect(wrong).toEqual([]);
  });
});
