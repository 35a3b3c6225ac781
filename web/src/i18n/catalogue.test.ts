import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.svelte';

const load = (word: string) => async () => ({ texts: { word } });
const fail = async (): Promise<Record<string, { word: string }>> => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

test('a catalogue is ready when its messages are loaded', async () => {
  const catalogue = new Catalogue({ './part/en.ts': load('hello'), './part/de.ts': fail });
  await catalogue.read('en');
  expect([catalogue.ready, catalogue.missing, catalogue.t('word')]).toEqual([true, false, 'hello']);
});

test('a catalogue that never loaded is missing until one does', async () => {
  const catalogue = new Catalogue({ './part/en.ts': load('hello'), './part/de.ts': fail });
  await catalogue.read('de');
  expect([catalogue.ready, catalogue.missing]).toEqual([false, true]);
  await catalogue.read('en');
  expect([catalogue.ready, catalogue.missing]).toEqual([true, false]);
});

test('a language that fails to load leaves the one before', async () => {
  const catalogue = new Catalogue({ './part/en.ts': load('hello'), './part/de.ts': fail });
  await catalogue.read('en');
  await expect(catalogue.read('de')).rejects.toThrow(TypeError);
  expect([catalogue.missing, catalogue.t('word')]).toEqual([false, 'hello']);
});

test('a slow language does not replace a later one', async () => {
  let arrive = (): void => {};
  const slow = async (): Promise<Record<string, { word: string }>> => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return { fr: { word: 'bonjour' } };
  };
  const catalogue = new Catalogue({ './part/en.ts': load('hello'), './part/fr.ts': slow });
  const french = catalogue.read('fr');
  await catalogue.read('en');
  arrive();
  await french;
  expect(catalogue.t('word')).toBe('hello');
});
