import { describe, expect, test } from 'vitest';
import { Catalogue } from './catalogue.svelte';

const page = (word: string) => async () => ({ word });
const torn = async (): Promise<{ word: string }> => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

describe('a book', () => {
  test('is ready when its page has arrived', async () => {
    const book = new Catalogue({ en: page('hello'), de: torn, fr: torn, nl: torn, it: torn });
    await book.read('en');
    expect([book.ready, book.missing, book.t('word')]).toEqual([true, false, 'hello']);
  });

  test('of which nothing arrives is missing, instead of coming for ever', async () => {
    const book = new Catalogue({ en: page('hello'), de: torn, fr: torn, nl: torn, it: torn });
    await book.read('de');
    expect([book.ready, book.missing]).toEqual([false, true]);
    await book.read('en');
    expect([book.ready, book.missing]).toEqual([true, false]);
  });

  test('stays open in the language before if the next one does not arrive, and says so', async () => {
    const book = new Catalogue({ en: page('hello'), de: torn, fr: torn, nl: torn, it: torn });
    await book.read('en');
    await expect(book.read('de')).rejects.toThrow(TypeError);
    expect([book.missing, book.t('word')]).toEqual([false, 'hello']);
  });
});
