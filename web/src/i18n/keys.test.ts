import { describe, expect, test } from 'vitest';
import { allTexts, textsIn } from './check/all_texts';
import { textParts, type TextPart } from './parts';

const sources = Object.entries(
  import.meta.glob<string>(['/src/**/*.{svelte,ts}', '!/src/**/*.test.ts', '!/src/i18n/{check,glossary,notes,texts}/**'], { query: '?raw', import: 'default', eager: true }),
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

/** The English texts of some catalogues. */
function english(...catalogues: string[]): Record<string, string> {
  return Object.assign({}, ...catalogues.map((catalogue) => allTexts.catalogues[catalogue]?.en ?? {})) as Record<string, string>;
}

const part = (name: TextPart): Record<string, string> => english(...textParts[name]);

test('every catalogue is part of one that is loaded', () => {
  expect([...Object.values(textParts).flat(), 'learn', 'rules'].sort()).toEqual(Object.keys(allTexts.catalogues).sort());
});

test('no key is in two catalogues', () => {
  expect(Object.keys(textsIn('en')).length).toBe(Object.values(textParts).flat().reduce((sum, catalogue) => sum + Object.keys(english(catalogue)).length, 0));
});

describe.each(Object.entries({ main: textsIn('en'), learn: english('learn'), rules: english('rules') }))('messages of %s', (catalogue, messages) => {
  test('are all used', () => {
    // Keys of a screen's own catalogue may start with a variable; those of the main one always start with fixed text.
    const templates = catalogue === 'main' ? keyTemplates.filter((template) => !template.startsWith('$')) : keyTemplates;
    const unused = Object.keys(messages).filter((key) => !code.includes(`'${key}'`) && !templates.some((template) => matches(key, template)));
    expect(unused).toEqual([]);
  });
});

/** The sources that are loaded together with some of them. */
function staticImports(...roots: string[]): string[] {
  const texts = new Map(sources);
  const found = new Set<string>();
  const add = (path: string): void => {
    const file = [path, `${path}.ts`].find((candidate) => texts.has(candidate));
    if (file === undefined || found.has(file)) return;
    found.add(file);
    for (const [, target = ''] of (texts.get(file) ?? '').matchAll(/^\s*(?:import|export)(?! type)[^;]*?from '(\.[^']+)';/gm)) add(new URL(target, `file://${file}`).pathname);
  };
  for (const root of roots) add(root);
  return [...found];
}

/** The keys that these sources name in full. */
function namedKeys(paths: readonly string[], messages: object): string[] {
  const text = sources.flatMap(([path, source]) => (paths.includes(path) ? [source] : [])).join('\n');
  return Object.keys(messages).filter((key) => text.includes(`'${key}'`));
}

describe('texts that are not loaded yet are not used by', () => {
  test('the home screen and what surrounds all screens', () => {
    const paths = staticImports('/src/app/main.ts', '/src/features/home/ReturningHome.svelte', '/src/app/SettingsPanel.svelte', '/src/features/learn/LearnScreen.svelte');
    expect(paths).toContain('/src/features/home/GameList.svelte');
    expect(namedKeys(paths, { ...part('game'), ...part('other') })).toEqual([]);
  });

  test('an open table and a lesson', () => {
    const paths = staticImports('/src/features/play/RoomScreen.svelte', '/src/features/learn/LessonScreen.svelte', ...['JokerChoice', 'PartyChoice', 'ScoreSheet'].map((name) => `/src/features/play/${name}.svelte`));
    expect(paths).toContain('/src/room/announcements.ts');
    expect(namedKeys(paths, part('other'))).toEqual([]);
  });
});
