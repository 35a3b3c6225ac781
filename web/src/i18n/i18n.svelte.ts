import { storage } from '../api/storage';
import * as intl from './intl';
import type { Key, PlainKey, Texts } from './keys';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type Language } from './language';
import { format, type Values } from './message';
import type { ValueArguments } from './parameters';
import type { TextPart } from './parts';
import { firstTexts, languages, loadTexts, partFiles, type Messages } from './text_files';

export { languages, type Language };

/** What is loaded of each language. */
const loaded = new Map<Language, Map<TextPart, Messages>>([[SOURCE_LANGUAGE, new Map([['home', firstTexts]])]]);
/** The parts that were asked for. From then on a language is loaded with them. */
const neededParts = new Set<TextPart>(['home']);

// Raw: all messages change together, so none of them needs its own signal.
let current = $state.raw<{ language: Language; messages: Messages; partCount: number }>({ language: SOURCE_LANGUAGE, messages: firstTexts, partCount: 1 });
let lastRequest = 0;
/** The language that was requested last, and the request. */
let wantedLanguage: Language = SOURCE_LANGUAGE;
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
  const loading = Promise.all([...neededParts].map((part) => loadPart(part, wanted)));
  // The first use of Intl.Locale takes 2 ms, on a slow phone 10 ms: while texts are loading, and not for English, which is there already.
  const script = wanted === SOURCE_LANGUAGE ? 'Latn' : intl.scriptOf(wanted);
  await loading;
  if (request !== lastRequest) return false;
  show(wanted);
  markPage(wanted, script);
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('app.description'));
  return true;
}

/** Tells the browser and the style sheets which language and script the page is in. */
function markPage(language: Language, script: string): void {
  const page = document.documentElement;
  page.lang = language;
  page.dir = intl.directionOf(script);
  page.dataset.script = script;
}

/** Loads a module with the texts that it shows, so that it is not used before they are there. */
export async function withTexts<T>(module: Promise<T>, ...parts: TextPart[]): Promise<T> {
  for (const part of parts) neededParts.add(part);
  const wanted = Promise.allSettled(parts.map((part) => loadPart(part, wantedLanguage)));
  await Promise.all([module, wanted, languageRequest]);
  // If the wanted language could not be loaded, the page has stayed in another one.
  const { language } = current;
  await Promise.all(parts.map((part) => loadPart(part, language)));
  if (current.language === language && current.partCount < partsIn(language).size) show(language);
  return module;
}

function partsIn(language: Language): Map<TextPart, Messages> {
  const parts = loaded.get(language) ?? new Map<TextPart, Messages>();
  loaded.set(language, parts);
  return parts;
}

async function loadPart(part: TextPart, language: Language): Promise<void> {
  const parts = partsIn(language);
  if (!parts.has(part)) parts.set(part, await loadTexts(partFiles[part], language));
}

function show(language: Language): void {
  const parts = [...partsIn(language).values()];
  current = { language, messages: Object.assign({}, ...parts) as Messages, partCount: parts.length };
}

/** Shows the page in a language and stores the choice, unless another language is requested while this one loads. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  if (await loadLanguage(wanted)) storage.set(STORAGE_KEY, wanted);
}

/** The language that was chosen on this device, or else the first supported one of the browser's. The pseudo-language only if it was chosen. */
export function matchLanguage(preferred: readonly string[], chosen: string | null): Language {
  if (chosen === PSEUDO_LANGUAGE) return chosen;
  for (let tag of [chosen ?? '', ...preferred]) {
    // `zh-Hans-CN`, then `zh-Hans`, then `zh`.
    for (; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
      if (languages.includes(tag)) return tag;
    }
  }
  return SOURCE_LANGUAGE;
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

/** A text in the language of the page. English declares which values a key needs. */
export function t<K extends Key>(key: K, ...[values]: ValueArguments<Texts, K>): string {
  const message = current.messages[key];
  // A screen that forgot to load its texts. Browser tests fail on it.
  if (message === undefined) console.error(`The text ${key} is not loaded.`);
  return format(message ?? '', current.language, values as Values | undefined);
}

/** Whether a text with this key is loaded. For codes from the server, which this page may not know; `K` is all that such a key can be. */
export function isKey<K extends string>(key: K): key is K & Key {
  return Object.hasOwn(current.messages, key);
}

/** Whether a text with this key is loaded and needs no values. */
export function isPlainKey<K extends string>(key: K): key is K & PlainKey {
  return isKey(key) && !current.messages[key]?.includes('{');
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
