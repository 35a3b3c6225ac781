import { expect, test } from 'vitest';
import { allTexts } from './check/all_texts';
import { longestReading, placeholders } from './check/message_facts';
import { languages, matchLanguage } from './i18n.svelte';
import { PSEUDO_LANGUAGE } from './language';
import { format } from './message';
import { pseudoText } from './pseudo';


test('texts are marked, accented and longer, and keep their values', () => {
  expect(pseudoText('Play now')).toBe('⟦Pláaý ñóow⟧');
  const message = pseudoText('{you, select, yes {You draw} other {{name} draws}} {n, plural, one {# card} other {# cards}}.');
  expect(format(message, PSEUDO_LANGUAGE, { you: 'no', name: 'Ann', n: 2 })).toBe('⟦Ann dráaws 2 çáards.⟧');
});

test('every English text keeps its values and becomes longer by about a third', () => {
  let [before, after] = [0, 0];
  for (const { en = {} } of Object.values(allTexts.catalogues)) {
    for (const [key, message] of Object.entries(en)) {
      const pseudo = pseudoText(message);
      expect([key, placeholders(pseudo)]).toEqual([key, placeholders(message)]);
      before += longestReading(message);
      after += longestReading(pseudo);
    }
  }
  expect(after / before).toBeGreaterThan(1.3);
  expect(after / before).toBeLessThan(1.45);
});

test('the pseudo-language is shown only if it was stored', () => {
  expect(languages).not.toContain(PSEUDO_LANGUAGE);
  expect([matchLanguage(['fr'], PSEUDO_LANGUAGE), matchLanguage([PSEUDO_LANGUAGE, 'fr'], null)]).toEqual([PSEUDO_LANGUAGE, 'en']);
});
