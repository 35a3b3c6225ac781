import { storage } from '../api/storage';
import { en } from './home/en';
import * as intl from './intl';
import type { Key } from './locales/en';
import { format, type Values } from './message';

export const languages = ['de', 'en', 'fr', 'nl', 'it'] as const;
export type Language = (typeof languages)[number];
type Messages = Readonly<Partial<Record<Key, string>>>;

/** The name of each language, written in that language. */
export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  nl: 'Nederlands',
  it: 'Italiano',
};

/**
 * The texts come in parts, so that a page loads only what it shows: `home` has those of the home screen and of what
 * surrounds all screens, `game` those of playing, replays and lessons, `other` those of the set-up, the profile and most
 * dialogs. The texts of lessons and rules themselves are loaded by their screens (`catalogues.ts`).
 */
export type TextPart = 'home' | 'game' | 'other';

const loaders: Record<TextPart, Record<Language, () => Promise<Messages>>> = {
  home: {
    en: () => Promise.resolve(en),
    de: async () => (await import('./home/de')).de,
    fr: async () => (await import('./home/fr')).fr,
    nl: async () => (await import('./home/nl')).nl,
    it: async () => (await import('./home/it')).it,
  },
  game: {
    en: async () => (await import('./game/en')).en,
    de: async () => (await import('./game/de')).de,
    fr: async () => (await import('./game/fr')).fr,
    nl: async () => (await import('./game/nl')).nl,
    it: async () => (await import('./game/it')).it,
  },
  other: {
    en: async () => (await import('./other/en')).en,
    de: async () => (await import('./other/de')).de,
    fr: async () => (await import('./other/fr')).fr,
    nl: async () => (await import('./other/nl')).nl,
    it: async () => (await import('./other/it')).it,
  },
};

const loaded: Record<Language, Map<TextPart, Messages>> = { de: new Map(), en: new Map([['home', en]]), fr: new Map(), nl: new Map(), it: new Map() };
/** The parts that were asked for. From then on a language is loaded with them. */
const neededParts = new Set<TextPart>(['home']);

// Raw: all messages change together, so none of them needs its own signal.
let current = $state.raw<{ language: Language; messages: Messages; partCount: number }>({ language: 'en', messages: en, partCount: 1 });
let lastRequest = 0;
/** The language that was requested last, and the request. */
let wantedLanguage: Language = 'en';
let languageRequest: Promise<unknown> = Promise.resolve();
const STORAGE_KEY = 'cafe.language';

export function language(): Language {
  return current.language;
}

/** Shows the page in a language, unless another one is requested while this one loads; whether it is shown. */
export function loadLanguage(wanted: Language): Promise<boolean> {
  const request = showWhenLoaded(wanted);
  wantedLanguage = wanted;
  languageRequest = request.catch(() => {});
  return request;
}

async function showWhenLoaded(wanted: Language): Promise<boolean> {
  lastRequest += 1;
  const request = lastRequest;
  await Promise.all([...neededParts].map((part) => loadPart(part, wanted)));
  if (request !== lastRequest) return false;
  show(wanted);
  document.documentElement.lang = wanted;
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('app.description'));
  return true;
}

/** Loads a module with the texts that it shows, so that it is not used before they are there. */
export async function withTexts<T>(module: Promise<T>, ...parts: TextPart[]): Promise<T> {
  for (const part of parts) neededParts.add(part);
  const wanted = Promise.allSettled(parts.map((part) => loadPart(part, wantedLanguage)));
  await Promise.all([module, wanted, languageRequest]);
  // If the wanted language could not be loaded, the page has stayed in another one.
  const { language } = current;
  await Promise.all(parts.map((part) => loadPart(part, language)));
  if (current.language === language && current.partCount < loaded[language].size) show(language);
  return module;
}

async function loadPart(part: TextPart, language: Language): Promise<void> {
  if (!loaded[language].has(part)) loaded[language].set(part, await loaders[part][language]());
}

function show(language: Language): void {
  const parts = [...loaded[language].values()];
  current = { language, messages: Object.assign({}, ...parts) as Messages, partCount: parts.length };
}

/** Shows the page in a language and stores the choice, unless another language is requested while this one loads. */
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
  const message = current.messages[key];
  // A screen that forgot to load its texts. Browser tests fail on it.
  if (message === undefined) console.error(`The text ${key} is not loaded.`);
  return format(message ?? '', current.language, values);
}

/** Whether a text with this key is loaded. For codes from the server, which this page may not know. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(current.messages, key);
}

export function formatNumber(value: number): string {
  return intl.formatNumber(value, current.language);
}

/** Joins names: `Ann, Ben and Cleo`. */
export function formatList(items: readonly string[]): string {
  return intl.formatList(items, current.language);
}

/** Points that are won or lost: `+8`, `−2`, `+0`. */
export function formatPoints(value: number): string {
  return intl.formatSigned(value, current.language);
}
