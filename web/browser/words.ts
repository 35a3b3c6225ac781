import { de } from '../src/lib/i18n/locales/de';
import { en } from '../src/lib/i18n/locales/en';
import { fr } from '../src/lib/i18n/locales/fr';
import { it } from '../src/lib/i18n/locales/it';
import { nl } from '../src/lib/i18n/locales/nl';

/** What the page says in each language. */
export const words = { de, en, fr, nl, it };
export type Language = keyof typeof words;

export const languageNames: Record<Language, string> = { de: 'Deutsch', en: 'English', fr: 'Français', nl: 'Nederlands', it: 'Italiano' };
