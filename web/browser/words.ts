import { de } from '../src/i18n/locales/de';
import { en } from '../src/i18n/locales/en';
import { fr } from '../src/i18n/locales/fr';
import { it } from '../src/i18n/locales/it';
import { nl } from '../src/i18n/locales/nl';
import { de as deRules } from '../src/i18n/rules/de';
import { en as enRules } from '../src/i18n/rules/en';
import { fr as frRules } from '../src/i18n/rules/fr';
import { it as itRules } from '../src/i18n/rules/it';
import { nl as nlRules } from '../src/i18n/rules/nl';

/** What the page says in each language. */
export const words = { de, en, fr, nl, it };
export type Language = keyof typeof words;

/** What its rules say. */
export const rulesWords = { de: deRules, en: enRules, fr: frRules, nl: nlRules, it: itRules };

export const languageNames: Record<Language, string> = { de: 'Deutsch', en: 'English', fr: 'Français', nl: 'Nederlands', it: 'Italiano' };
