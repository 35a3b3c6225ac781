import { beforeEach, expect, test, vi } from 'vitest';
import { textsIn } from './check/all_texts';
import { chooseLanguage, matchLanguage, preferredLanguage, language, loadLanguage } from './i18n.svelte';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
vi.stubGlobal('document', { documentElement: { lang: '', dir: '', dataset: {} }, querySelector: () => null });
vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] });
vi.mock('./texts/home/fr', async (original) => {
  await new Promise((resolve) => setTimeout(resolve, 60));
  return original();
});

beforeEach(() => stored.clear());

test('the chosen language wins over those of the browser', () => {
  expect(matchLanguage(['fr'], 'it')).toBe('it');
  expect(matchLanguage(['pl', 'fr-CA', 'de'], null)).toBe('fr');
  expect(matchLanguage(['pl'], null)).toBe('en');
  expect(matchLanguage(['de-Latn-CH-1996'], null)).toBe('de');
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
  expect([language(), document.documentElement.lang, document.documentElement.dir, document.documentElement.dataset.script, preferredLanguage()]).toEqual(['nl', 'nl', 'ltr', 'Latn', 'nl']);
});

test('a module waits for its texts, also in a language that is still loading', async () => {
  vi.resetModules();
  const fresh = await import('./i18n.svelte');
  expect(fresh.t('turn.yours')).toBe('');
  const shown = fresh.loadLanguage('fr');
  expect(await fresh.withTexts(Promise.resolve('screen'), 'game')).toBe('screen');
  expect(await shown).toBe(true);
  expect([fresh.language(), fresh.t('turn.yours'), fresh.t('deal.title')]).toEqual(['fr', textsIn('fr')['turn.yours'], '']);
  await fresh.withTexts(Promise.resolve(), 'other');
  expect(fresh.t('deal.title')).toBe(textsIn('fr')['deal.title']);
  await fresh.loadLanguage('nl');
  expect([fresh.t('turn.yours'), fresh.t('deal.title')]).toEqual([textsIn('nl')['turn.yours'], textsIn('nl')['deal.title']]);
});

test('a module keeps the page’s language if the wanted one cannot be loaded', async () => {
  vi.resetModules();
  vi.doMock('./texts/home/it', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const fresh = await import('./i18n.svelte');
  const shown = fresh.loadLanguage('it').catch(() => false);
  await fresh.withTexts(Promise.resolve(), 'game');
  expect([await shown, fresh.language(), fresh.t('turn.yours')]).toEqual([false, 'en', textsIn('en')['turn.yours']]);
});
