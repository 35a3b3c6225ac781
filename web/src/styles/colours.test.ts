import { expect, test } from 'vitest';

const sources = Object.entries(
  import.meta.glob<string>(['/src/**/*.{svelte,ts,css}', '!/src/**/*.test.ts'], { query: '?raw', import: 'default', eager: true }),
);
const TOKENS = '/src/styles/tokens.css';
const all = sources.map(([, text]) => text).join('\n');
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi;

/** The styles of a file, without comments. */
function stylesOf(file: string, text: string): string {
  const styles = file.endsWith('.css') ? text : (/<style>[^]*<\/style>/.exec(text)?.[0] ?? '');
  return styles.replace(/\/\*[^]*?\*\//g, '');
}

test('the styles are found', () => {
  expect(sources.filter(([file, text]) => stylesOf(file, text) !== '').length).toBeGreaterThan(30);
});

test('styles take every colour from the tokens', () => {
  const found = sources.filter(([file]) => file !== TOKENS).flatMap(([file, text]) => (stylesOf(file, text).match(colour) ?? []).map((raw) => `${file}: ${raw}`));
  expect(found).toEqual([]);
});

test('every custom property that is used is defined', () => {
  const defined = new Set([...all.matchAll(/(?:^|[\s{;:])(--[\w-]+)\s*[:=]/g)].map(([, name]) => name));
  const used = [...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});

test('every token is used', () => {
  const [, tokens = ''] = sources.find(([file]) => file === TOKENS) ?? [];
  const names = [...stylesOf(TOKENS, tokens).matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name ?? '');
  expect(names.filter((name) => !all.includes(`var(${name})`) && !all.includes(`var(${name},`))).toEqual([]);
});
