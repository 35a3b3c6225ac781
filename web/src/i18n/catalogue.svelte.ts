import type { Language } from './i18n.svelte';
import { format, type Values } from './message';

type Pages<Key extends string> = Record<Language, () => Promise<Record<Key, string>>>;

/** Messages that only some screens need: they are fetched with them, one language at a time, and home stays small. */
export class Catalogue<Key extends string> {
  #pages: Pages<Key>;
  #wanted: Language | null = null;
  #missing = $state(false);
  #open = $state.raw<{ language: Language; messages: Record<Key, string> } | null>(null);

  constructor(pages: Pages<Key>) {
    this.#pages = pages;
  }

  get ready(): boolean {
    return this.#open !== null;
  }

  /** It did not arrive, and there is none in another language either. */
  get missing(): boolean {
    return this.#missing && !this.ready;
  }

  /** Opens it in a language; until that is there, it stays as it is. */
  async read(language: Language): Promise<void> {
    this.#wanted = language;
    try {
      const messages = await this.#pages[language]();
      if (this.#wanted === language) this.#open = { language, messages };
    } catch (fault) {
      // Then the screen itself says so.
      if (!this.#open) this.#missing = true;
      else throw fault;
    }
  }

  t(key: Key, values?: Values): string {
    return this.#open ? format(this.#open.messages[key], this.#open.language, values) : '';
  }
}
