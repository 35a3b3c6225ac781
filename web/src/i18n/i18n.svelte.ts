import { storage } from '../api/storage';
import { en, type Key } from './locales/en';
import { format, list, number, type Values } from './message';

export const languages = ['de', 'en', 'fr', 'nl', 'it'] as const;
export type Language = (typeof languages)[number];
export type Messages = Record<Key, string>;

/** Each language by its own name: one who cannot read the page finds the own one all the same. */
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

// As a whole: all words change together, and nobody watches each of them.
let shown = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: en });
const kept = 'cafe.language';

export function language(): Language {
  return shown.language;
}

export async function loadLanguage(wanted: Language): Promise<void> {
  const messages = await loaders[wanted]();
  shown = { language: wanted, messages };
  document.documentElement.lang = wanted;
  document.querySelector('meta[name="description"]')?.setAttribute('content', messages['app.description']);
}

/** Speaks it from now on, because somebody wants it: what the page only fell back to is not remembered. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await loadLanguage(wanted);
  storage.set(kept, wanted);
}

/** The language that was chosen here before, or else the first one of the browser's that we speak. */
export function matchLanguage(preferred: readonly string[], chosen: string | null): Language {
  for (const tag of [chosen, ...preferred]) {
    const base = tag?.toLowerCase().split('-')[0];
    const isKey = languages.find((one) => one === base);
    if (isKey) return isKey;
  }
  return 'en';
}

export function preferredLanguage(): Language {
  return matchLanguage(navigator.languages, storage.get(kept));
}

/** Speaks what is chosen in another tab, too. */
export function followLanguageChoice(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === kept) void loadLanguage(preferredLanguage()).catch(() => {});
  });
}

export function t(key: Key, values?: Values): string {
  return format(shown.messages[key], shown.language, values);
}

/** Whether there is a message of that name: codes from the server may be newer than this page. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

export function formatNumber(value: number): string {
  return number(value, shown.language);
}

/** Names one after the other: `Ann, Ben and Cleo`. */
export function formatList(items: readonly string[]): string {
  return list(items, shown.language);
}

/** Points as they are won or lost: `+8`, `−2`, `+0`. */
export function formatPoints(value: number): string {
  return value < 0 ? formatNumber(value) : `+${formatNumber(value)}`;
}
