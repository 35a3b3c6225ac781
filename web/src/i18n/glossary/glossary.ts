/** What a writer of texts needs to know about a language. Used by tests and by `npm run texts`, not by the client. */
export interface Glossary {
  /** Whether forbidden and untranslated words fail a test. In a language that is being written `npm run texts` only reports them. */
  readonly enforced: boolean;
  /** How the client speaks to players. */
  readonly voice: string;
  /** Quotation marks and apostrophes that the language uses. Nothing in `Intl` tells them. */
  readonly quotes: string;
  /** Marks with a no-break space before them. */
  readonly spaceBefore?: string;
  /** Marks with a no-break space after them. */
  readonly spaceAfter?: string;
  readonly terms: readonly Term[];
  /** Keys, or patterns such as `nation.*`, of texts that are the same as in English. */
  readonly sameAsEnglish?: readonly string[];
}

/** One thing, one word. */
export interface Term {
  /** What it is, in English. */
  readonly thing: string;
  readonly word: string;
  /** Words that must not stand for it. `word*` also forbids longer words that begin like this. */
  readonly never?: readonly string[];
  /** Only texts with these keys or patterns are checked, where a word is right for another thing. */
  readonly keys?: readonly string[];
  /** Why, or how the word is used. */
  readonly note?: string;
}

/** Whether a key fits one of the patterns. `*` stands for any characters. */
export function matchesKey(key: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`).test(key));
}

/** The forbidden words in a text. */
export function forbiddenWords(text: string, { never = [] }: Term): string[] {
  return never.filter((word) => {
    const ending = word.endsWith('*') ? '' : '(?![\\p{L}\\p{M}])';
    return new RegExp(`(?<![\\p{L}\\p{M}])${escape(word.replace(/\*$/, ''))}${ending}`, 'iu').test(text);
  });
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
