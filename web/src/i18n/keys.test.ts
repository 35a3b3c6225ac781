import { describe, expect, test } from 'vitest';
import { en as learn } from './learn/en';
import { en as locale } from './locales/en';
import { en as rules } from './rules/en';

const sources = Object.entries(
  import.meta.glob<string>(['/src/**/*.{svelte,ts}', '!/src/**/*.test.ts', '!/src/i18n/{locales,learn,rules}/**'], { query: '?raw', import: 'default', eager: true }),
);
const code = sources.map(([, text]) => text).join('\n');

/** Keys that are put together as they are needed, `fault.${code}`: a word for each thing that is put in. */
const made = [...code.matchAll(/`((?:[\w.]|\$\{[^}`]*\})+)`/g)].flatMap(([, template]) => (template?.includes('.') ? [template] : []));

function fits(key: string, template: string): boolean {
  const written = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${written.join('\\w+')}$`).test(key);
}

test('the code is found', () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(made).toContain('fault.${code}');
});

describe.each(Object.entries({ locale, learn, rules }))('messages of %s', (book, messages) => {
  test('are all asked for by somebody', () => {
    // A screen's own book may be asked for `${id}.title`; of the words for all screens some of the key is always written out.
    const templates = book === 'locale' ? made.filter((one) => !one.startsWith('$')) : made;
    const unused = Object.keys(messages).filter((key) => !code.includes(`'${key}'`) && !templates.some((template) => fits(key, template)));
    expect(unused).toEqual([]);
  });
});
