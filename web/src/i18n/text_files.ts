import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type Language } from './language';
import type { TextPart } from './parts';
import { en as app } from './texts/app/en';
import { en as home } from './texts/home/en';

export type Messages = Readonly<Record<string, string>>;
/** A file of texts exports them by catalogue, or under the name of their language. */
export type TextModule = Readonly<Record<string, Messages>>;
/** One file for each language, by its path. */
export type TextFiles = Readonly<Record<string, () => Promise<TextModule>>>;

/** English for the home screen is in the first script. */
export const firstTexts: Messages = { ...app, ...home };

/** The files of each part: of its first catalogue, with the others (`text_parts_plugin.ts`). */
export const partFiles: Readonly<Record<TextPart, TextFiles>> = {
  home: { '/en.ts': () => Promise.resolve({ firstTexts }), ...import.meta.glob<TextModule>(['./texts/app/*.ts', '!./texts/app/en.ts'], { query: '?part' }) },
  game: import.meta.glob<TextModule>('./texts/cafe/*.ts', { query: '?part' }),
  other: import.meta.glob<TextModule>('./texts/setup/*.ts', { query: '?part' }),
};

export const languages: readonly Language[] = Object.keys(partFiles.home).map((path) => path.replace(/.*\/|\.ts$/g, ''));

/** Loads texts in a language. */
export async function loadTexts(files: TextFiles, language: Language): Promise<Messages> {
  if (language === PSEUDO_LANGUAGE) {
    const [{ pseudoTexts }, english] = await Promise.all([import('./pseudo'), loadTexts(files, SOURCE_LANGUAGE)]);
    return pseudoTexts(english);
  }
  const path = Object.keys(files).find((file) => file.endsWith(`/${language}.ts`)) ?? '';
  const module = await files[path]?.();
  if (!module) throw new Error(`no texts in ${language}`);
  return Object.assign({}, ...Object.values(module)) as Messages;
}
