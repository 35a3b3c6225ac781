import { beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseLanguage, matchLanguage, preferredLanguage, language, loadLanguage } from './i18n.svelte';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null });
vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] });

beforeEach(() => stored.clear());

describe('the language of the page', () => {
  test('is the one that was chosen, or else the first of the browser’s that we speak', () => {
    expect(matchLanguage(['pl', 'fr-CA', 'de'], null)).toBe('fr');
    expect(matchLanguage(['fr'], 'it')).toBe('it');
    expect(matchLanguage(['pl'], null)).toBe('en');
  });

  test('is remembered when somebody chooses it', async () => {
    await chooseLanguage('nl');
    expect([language(), preferredLanguage()]).toEqual(['nl', 'nl']);
  });

  test('is not remembered when the page only falls back to it', async () => {
    await loadLanguage('en');
    expect([language(), preferredLanguage()]).toEqual(['en', 'de']);
  });
});
