import type { Language } from './language';
import { format, type Values } from './message';
import type { ValueArguments } from './parameters';
import { loadTexts, type Messages, type TextFiles } from './text_files';

/** Messages that only some screens need. They are loaded with these screens, one language at a time, to keep the home page small. */
export class Catalogue<Texts extends Readonly<Record<string, string>>> {
  #files: TextFiles;
  #wanted: Language | null = null;
  #failed = $state(false);
  #current = $state.raw<{ language: Language; messages: Messages } | null>(null);

  /** `Texts`: the English ones, which declare keys and values. */
  constructor(files: TextFiles) {
    this.#files = files;
  }

  get ready(): boolean {
    return this.#current !== null;
  }

  /** It did not load, and it is not there in another language either. */
  get missing(): boolean {
    return this.#failed && !this.ready;
  }

  /** Loads it in a language; until then it stays in the language before. */
  async read(language: Language): Promise<void> {
    this.#wanted = language;
    try {
      const messages = await loadTexts(this.#files, language);
      if (this.#wanted === language) this.#current = { language, messages };
    } catch (error) {
      // Without any messages the screen shows the error itself, by `missing`.
      if (!this.#current) this.#failed = true;
      else throw error;
    }
  }

  t<Key extends keyof Texts & string>(key: Key, ...[values]: ValueArguments<Texts, Key>): string {
    return this.#current ? format(this.#current.messages[key] ?? '', this.#current.language, values as Values | undefined) : '';
  }
}
