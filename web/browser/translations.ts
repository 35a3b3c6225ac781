import { readdirSync } from 'node:fs';
import type { Key } from '../src/i18n/keys';
import { textParts } from '../src/i18n/parts';
import type { RulesKey } from '../src/i18n/texts/rules/en';

export { languageName } from '../src/i18n/language_names';

/** The languages that the client is written in. */
export const languages = readdirSync(new URL('../src/i18n/texts/app', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));

async function textsOf(language: string, catalogues: readonly string[]): Promise<Record<string, string>> {
  const modules = await Promise.all(catalogues.map((catalogue) => import(`../src/i18n/texts/${catalogue}/${language}.ts`) as Promise<Record<string, Record<string, string>>>));
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module))) as Record<string, string>;
}

async function byLanguage(catalogues: readonly string[]): Promise<Map<string, Record<string, string>>> {
  return new Map(await Promise.all(languages.map(async (language) => [language, await textsOf(language, catalogues)] as const)));
}

const main = await byLanguage(Object.values(textParts).flat());
const rules = await byLanguage(['rules']);

/** The texts of the client in a language. */
export function textsIn(language: string): Record<Key, string> {
  return main.get(language) as Record<Key, string>;
}

/** The texts of its rules. */
export function rulesIn(language: string): Record<RulesKey, string> {
  return rules.get(language) as Record<RulesKey, string>;
}
