/** Numbers, lists and plural forms as each language writes them, from `Intl`. A language needs no code of its own. */

/** Lists in our English have no comma before “and”, as in British English. */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Creates an `Intl` object once for each language. */
export function perLanguage<T>(create: (locale: string) => T): (language: string) => T {
  const created = new Map<string, T>();
  return (language) => {
    let value = created.get(language);
    if (value === undefined) {
      value = create(localeOf(language));
      created.set(language, value);
    }
    return value;
  };
}

const plurals = perLanguage((locale) => new Intl.PluralRules(locale));
const numbers = perLanguage((locale) => new Intl.NumberFormat(locale));
const signedNumbers = perLanguage((locale) => new Intl.NumberFormat(locale, { signDisplay: 'always' }));
const lists = perLanguage((locale) => new Intl.ListFormat(locale));

/** The plural form of a number: `one`, `few`, `other`. */
export function pluralForm(n: number, language: string): Intl.LDMLPluralRule {
  return plurals(language).select(n);
}

/** A number with a real minus sign. */
export function formatNumber(value: number, language: string): string {
  // `+ 0` turns −0 into 0.
  return numbers(language).format(value + 0).replace('-', '−');
}

/** A number with its sign: `+8`, `−2`, `+0`. */
export function formatSigned(value: number, language: string): string {
  return signedNumbers(language).format(value + 0).replace('-', '−');
}

/** `Ann, Ben and Cleo`. */
export function formatList(items: readonly string[], language: string): string {
  return lists(language).format(items);
}

/** The script of a language, `Latn` or `Deva`. */
export function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? 'Latn';
}

const rightToLeft = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/;

/** The direction in which a script is written. */
export function directionOf(script: string): 'ltr' | 'rtl' {
  return rightToLeft.test(script) ? 'rtl' : 'ltr';
}
