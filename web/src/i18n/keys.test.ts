import { describe, expect, test } from 'vitest';
import { en as learn } from './learn/en';
import { en as locale } from './locales/en';
import { en as rules } from './rules/en';

const sources = Object.entries(
  import.meta.glob<string>(['/src/**/*.{svelte,ts}', '!/src/**/*.test.ts', '!/src/i18n/{locales,learn,rules}/**'], { query: '?raw', import: 'default', eager: true }),
);
const code = sources.map(([, text]) => text).join('\n');

/** Keys with a variable part, such as `fault.${code}`. */
const keyTemplates = [...code.matchAll(/`((?:[\w.]|\$\{[^}`]*\})+)`/g)].flatMap(([, template]) => (template?.includes('.') ? [template] : []));

function matches(key: string, template: string): boolean {
  const fixedParts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${fixedParts.join('\\w+')}$`).test(key);
}

test('sources and key templates are found', () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(keyTemplates).toContain('fault.${code}');
});

describe.each(Object.entries({ locale, learn, rules }))('messages of %s', (catalogue, messages) => {
  test('are all used', () => {
    // Keys of a screen's own catalogue may start with a variable; those of the main one always start with fixed text.
    const templates = catalogue === 'locale' ? keyTemplates.filter((template) => !template.startsWith('$')) : keyTemplates;
    const unused = Object.keys(messages).filter((key) => !code.includes(`'${key}'`) && !templates.some((template) => matches(key, template)));
    expect(unused).toEqual([]);
  });
});
