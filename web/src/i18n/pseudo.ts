/**
 * A language for tests, made from English: `⟦Pláaý ñóow⟧`. Text without the marks does not come from a catalogue, and text that is cut off
 * would be cut off in a longer language too.
 */
import { parse, type Part } from './message';
import type { Messages } from './text_files';

const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý', c: 'ç', n: 'ñ', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', Y: 'Ý', C: 'Ç', N: 'Ñ' };

/** Vowels are written twice: about a third of the letters of an English text. */
function lengthen(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => {
    const other = accented[letter] ?? letter;
    return /[aeiouAEIOU]/.test(letter) ? other + letter.toLowerCase() : other;
  });
}

function write(part: Part): string {
  if (typeof part === 'string') return lengthen(part);
  if ('hash' in part) return '#';
  if (!('cases' in part)) return `{${part.name}}`;
  const cases = [...part.cases].map(([key, parts]) => `${key} {${parts.map(write).join('')}}`);
  return `{${part.name}, ${part.by}, ${cases.join(' ')}}`;
}

/** A message with the same values as the English one. */
export function pseudoText(english: string): string {
  return `⟦${parse(english).map(write).join('')}⟧`;
}

export function pseudoTexts(english: Messages): Messages {
  return Object.fromEntries(Object.entries(english).map(([key, message]) => [key, pseudoText(message)]));
}
