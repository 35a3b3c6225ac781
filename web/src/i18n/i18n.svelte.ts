import { storage } from '../api/storage';
import { en, type Key } from './locales/en';
import { format, list, number, type Values } from './message';

export const languages = ['de', 'en', 'fr', 'nl', 'it'] as const;
export type Language = (typeof languages)[number];
export type Messages = Record<Key, string>;

/** Each language in itself: users find their own in a page that they cannot read. */
export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  nl: 'Nederlands',
  it: 'Italiano',
};

const loaders: Record<Language, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./locales/de')).de,
  fr: async () => (await import('./locales/fr')).fr,
  nl: async () => (await import('./locales/nl')).nl,
  it: async () => (await import('./locales/it')).it,
};

// Raw: all messages change together, so none of them needs its own signal.
let current = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: en });
let lastRequest = 0;
const STORAGE_KEY = 'cafe.language';

export function language(): Language {
  return current.language;
}

/** Shows the page in a language, unless another one is requested while this one loads; whether it is shown. */
export async function loadLanguage(wanted: Language): Promise<boolean> {
  lastRequest += 1;
  const request = lastRequest;
  const messages = await loaders[wanted]();
  if (request !== lastRequest) return false;
  current = { language: wanted, messages };
  document.documentElement.lang = wanted;
  document.querySelector('meta[name="description"]')?.setAttribute('content', messages['app.description']);
  return true;
}

/** Shows the page in a language and remembers it. A language that is only a fallback is not remembered. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  if (await loadLanguage(wanted)) storage.set(STORAGE_KEY, wanted);
}

/** The language that was chosen on this device, or else the first supported one of the browser's. */
export function matchLanguage(preferred: readonly string[], chosen: string | null): Language {
  for (const tag of [chosen, ...preferred]) {
    const base = tag?.toLowerCase().split('-')[0];
    const match = languages.find((language) => language === base);
    if (match) return match;
  }
  return 'en';
}

export function preferredLanguage(): Language {
  return matchLanguage(navigator.languages, storage.get(STORAGE_KEY));
}

/** Follows a choice in another tab. */
export function followLanguageChoice(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) void loadLanguage(preferredLanguage()).catch(() => {});
  });
}

export function t(key: Key, values?: Values): string {
  return format(current.messages[key], current.language, values);
}

/** Whether there is such a message: codes from the server may be newer than this page. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

export function formatNumber(value: number): string {
  return number(value, current.language);
}

/** Joins names: `Ann, Ben and Cleo`. */
export function formatList(items: readonly string[]): string {
  return list(items, current.language);
}

/** Points that are won or lost: `+8`, `−2`, `+0`. */
export function formatPoints(value: number): string {
  return value < 0 ? formatNumber(value) : `+${formatNumber(value)}`;
}
