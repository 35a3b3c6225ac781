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

/** The texts of the client in each language. */
export const translations = { de, en, fr, nl, it };
export type Language = keyof typeof translations;

/** The texts of its rules. */
export const rulesTranslations = { de: deRules, en: enRules, fr: frRules, nl: nlRules, it: itRules };

export const languageNames: Record<Language, string> = { de: 'Deutsch', en: 'English', fr: 'Français', nl: 'Nederlands', it: 'Italiano' };
