import { Catalogue } from './catalogue.svelte';
import type { TextModule } from './text_files';
import type { en as learn } from './texts/learn/en';
import type { en as rules } from './texts/rules/en';

/** Texts of the lessons. */
export const learnCatalogue = new Catalogue<typeof learn>(import.meta.glob<TextModule>('./texts/learn/*.ts'));

/** Texts of the rules pages. */
export const rulesCatalogue = new Catalogue<typeof rules>(import.meta.glob<TextModule>('./texts/rules/*.ts'));
