import { beforeEach, expect, test, vi } from 'vitest';
import { en as english } from './locales/en';
import { fr as french } from './locales/fr';
import { nl as dutch } from './locales/nl';
import { chooseLanguage, matchLanguage, preferredLanguage, language, loadLanguage } from './i18n.svelte';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null });
vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] });
vi.mock('./home/fr', async (original) => {
  await new Promise((resolve) => setTimeout(resolve, 60));
  return original();
});

beforeEach(() => stored.clear());

test('the chosen language wins over those of the browser', () => {
  expect(matchLanguage(['fr'], 'it')).toBe('it');
  expect(matchLanguage(['pl', 'fr-CA', 'de'], null)).toBe('fr');
  expect(matchLanguage(['pl'], null)).toBe('en');
});

test('a chosen language is remembered', async () => {
  await chooseLanguage('nl');
  expect([language(), preferredLanguage()]).toEqual(['nl', 'nl']);
});

test('a fallback language is not remembered', async () => {
  await loadLanguage('en');
  expect([language(), preferredLanguage()]).toEqual(['en', 'de']);
});

test('a slow language does not replace a later choice', async () => {
  const slow = chooseLanguage('fr');
  await chooseLanguage('nl');
  expect(language()).toBe('nl');
  await slow;
  expect([language(), document.documentElement.lang, preferredLanguage()]).toEqual(['nl', 'nl', 'nl']);
});

test('a module waits for its texts, also in a language that is still loading', async () => {
  vi.resetModules();
  const fresh = await import('./i18n.svelte');
  expect(fresh.t('turn.yours')).toBe('');
  const shown = fresh.loadLanguage('fr');
  expect(await fresh.withTexts(Promise.resolve('screen'), 'game')).toBe('screen');
  expect(await shown).toBe(true);
  expect([fresh.language(), fresh.t('turn.yours'), fresh.t('deal.title')]).toEqual(['fr', french['turn.yours'], '']);
  await fresh.withTexts(Promise.resolve(), 'other');
  expect(fresh.t('deal.title')).toBe(french['deal.title']);
  await fresh.loadLanguage('nl');
  expect([fresh.t('turn.yours'), fresh.t('deal.title')]).toEqual([dutch['turn.yours'], dutch['deal.title']]);
});

test('a module keeps the page’s language if the wanted one cannot be loaded', async () => {
  vi.resetModules();
  vi.doMock('./home/it', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const fresh = await import('./i18n.svelte');
  const shown = fresh.loadLanguage('it').catch(() => false);
  await fresh.withTexts(Promise.resolve(), 'game');
  expect([await shown, fresh.language(), fresh.t('turn.yours')]).toEqual([false, 'en', english['turn.yours']]);
});
