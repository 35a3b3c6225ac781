import { describe, expect, test } from 'vitest';
import { allLanguages, allTexts } from './check/all_texts';

/** No-break space. */
const nbsp = '\u00a0';

/** A message with the spaces and punctuation of its language. */
function corrected(text: string, language: string): string {
  const { spaceBefore = '', spaceAfter = '' } = allTexts.glossaries[language] ?? {};
  let result = text
    .replaceAll('...', '…')
    .replace(/ {2,}/g, ' ')
    .replace(/\s+([,.:;?!…»])/g, '$1')
    .replace(/«\s+/g, '«')
    // A minus sign instead of a hyphen.
    .replace(/(^|[\s(])-(?=\d)/g, '$1−')
    .trim();
  for (const mark of spaceBefore) result = result.replaceAll(mark, `${nbsp}${mark}`);
  for (const mark of spaceAfter) result = result.replaceAll(mark, `${mark}${nbsp}`);
  return result;
}

test('wrong spaces and dots are corrected', () => {
  expect(corrected('Gagné ! Vraiment? « Oui »', 'fr')).toBe('Gagné\u00a0! Vraiment\u00a0? «\u00a0Oui\u00a0»');
  expect(corrected('Moment...  Hm ? -2', 'de')).toBe('Moment\u00a0… Hm? −2');
  expect(corrected('Un momento … ecco', 'it')).toBe('Un momento… ecco');
});

describe.each(allLanguages)('%s', (language) => {
  const messages = Object.values(allTexts.catalogues).flatMap((part) => Object.entries(part[language] ?? {}));

  test('messages are found', () => expect(messages.length).toBeGreaterThan(500));

  test('spaces, dots and signs follow the language', () => {
    // A failure shows a no-break space as ⍽, because it is invisible otherwise.
    const visible = (key: string, message: string) => `${key}: ${message.replaceAll(nbsp, '⍽')}`;
    for (const [key, message] of messages) expect(visible(key, message)).toBe(visible(key, corrected(message, language)));
  });

  test('quotation marks and apostrophes follow the language', () => {
    const wrong = messages.filter(([, message]) => [...message].some((c) => '\'"`´‹›„“”‚‘’«»'.includes(c) && !allTexts.glossaries[language]?.quotes.includes(c)));
    expect(wrong).toEqual([]);
  });
});
