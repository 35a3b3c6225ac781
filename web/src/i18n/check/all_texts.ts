import { textParts } from '../parts';

type Catalogues = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

const catalogueFiles = import.meta.glob<Readonly<Record<string, Readonly<Record<string, string>>>>>('../texts/*/*.ts', { eager: true });

function byCatalogue(): Catalogues {
  const catalogues: Record<string, Record<string, Readonly<Record<string, string>>>> = {};
  for (const [path, module] of Object.entries(catalogueFiles)) {
    const [, catalogue = '', language = ''] = /([^/]+)\/([^/]+)\.ts$/.exec(path) ?? [];
    (catalogues[catalogue] ??= {})[language] = Object.values(module)[0] ?? {};
  }
  return catalogues;
}

/** All texts of the client, by catalogue and language. For tests: the client loads parts. */
export const allTexts = { catalogues: byCatalogue() };

export const allLanguages: readonly string[] = [...new Set(Object.values(allTexts.catalogues).flatMap((catalogue) => Object.keys(catalogue)))].sort();

/** The texts of a language that `t` knows: all but those of the screens with a catalogue of their own. */
export function textsIn(language: string): Record<string, string> {
  const catalogues = Object.values(textParts).flat();
  return Object.assign({}, ...catalogues.map((catalogue) => allTexts.catalogues[catalogue]?.[language] ?? {})) as Record<string, string>;
}
