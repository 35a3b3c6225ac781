import { beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, matchLanguage, preferredLanguage, language, loadLanguage } from './i18n.svelte';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null });
vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] });
vi.mock('./locales/fr', async (original) => {
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
