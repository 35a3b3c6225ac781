import { Catalogue } from './catalogue.svelte';
import type { TextModule } from './text_files';
import type { LearnKey } from './texts/learn/en';
import type { RulesKey } from './texts/rules/en';

/** Texts of the lessons. */
export const learnCatalogue = new Catalogue<LearnKey>(import.meta.glob<TextModule>('./texts/learn/*.ts'));

/** Texts of the rules pages. */
export const rulesCatalogue = new Catalogue<RulesKey>(import.meta.glob<TextModule>('./texts/rules/*.ts'));
