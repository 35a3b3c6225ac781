import { Catalogue } from './catalogue.svelte';
import type { LearnKey } from './learn/en';
import type { RulesKey } from './rules/en';

/** Texts of the lessons. */
export const learnCatalogue = new Catalogue<LearnKey>({
  en: async () => (await import('./learn/en')).en,
  de: async () => (await import('./learn/de')).de,
  fr: async () => (await import('./learn/fr')).fr,
  nl: async () => (await import('./learn/nl')).nl,
  it: async () => (await import('./learn/it')).it,
});

/** Texts of the rules pages. */
export const rulesCatalogue = new Catalogue<RulesKey>({
  en: async () => (await import('./rules/en')).en,
  de: async () => (await import('./rules/de')).de,
  fr: async () => (await import('./rules/fr')).fr,
  nl: async () => (await import('./rules/nl')).nl,
  it: async () => (await import('./rules/it')).it,
});
