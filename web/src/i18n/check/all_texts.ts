import type { Glossary } from '../glossary/glossary';
import { textParts } from '../parts';
import type { Note, Texts } from './problems';

type Module<T> = Readonly<Record<string, T>>;

const catalogueFiles = import.meta.glob<Module<Readonly<Record<string, string>>>>('../texts/*/*.ts', { eager: true });
const noteFiles = import.meta.glob<Module<Readonly<Record<string, Note>>>>('../notes/*.ts', { eager: true });
const glossaryFiles = import.meta.glob<Module<Glossary>>(['../glossary/*.ts', '!../glossary/*.test.ts', '!../glossary/glossary.ts'], { eager: true });

/** Files have one export. */
function onlyExport<T>(module: Module<T>): T {
  const [value] = Object.values(module);
  if (value === undefined) throw new Error('a file without an export');
  return value;
}

const nameOf = (path: string): string => /([^/]+)\.ts$/.exec(path)?.[1] ?? path;

function byFileName<T>(files: Readonly<Record<string, Module<T>>>): Record<string, T> {
  return Object.fromEntries(Object.entries(files).map(([path, module]) => [nameOf(path), onlyExport(module)]));
}

function byPart(): Texts['catalogues'] {
  const parts: Record<string, Record<string, Readonly<Record<string, string>>>> = {};
  for (const [path, module] of Object.entries(catalogueFiles)) {
    const part = path.split('/').at(-2) ?? '';
    (parts[part] ??= {})[nameOf(path)] = onlyExport(module);
  }
  return parts;
}

/** All texts of the client, their notes and the glossaries. For tests and `npm run texts`: the client loads parts. */
export const allTexts: Texts = { catalogues: byPart(), notes: byFileName(noteFiles), glossaries: byFileName(glossaryFiles) };

export const allLanguages: readonly string[] = [...new Set(Object.values(allTexts.catalogues).flatMap((part) => Object.keys(part)))].sort();

/** The texts of a language that `t` knows: all but those of the screens with a catalogue of their own. */
export function textsIn(language: string): Record<string, string> {
  const catalogues = Object.values(textParts).flat();
  return Object.assign({}, ...catalogues.map((catalogue) => allTexts.catalogues[catalogue]?.[language] ?? {})) as Record<string, string>;
}
