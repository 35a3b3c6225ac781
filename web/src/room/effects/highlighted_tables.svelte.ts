import type { Subscribe } from '../client_events';

const HIGHLIGHT_MS = 1_600;

/** The café tables that the last refusal names, for a moment. */
export class HighlightedTables {
  cells = $state.raw<ReadonlySet<string>>(new Set());
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #unsubscribe: () => void;

  constructor(subscribe: Subscribe) {
    this.#unsubscribe = subscribe((event) => {
      if (event.type === 'refused') this.#highlight(event.refusal.tables);
    });
  }

  dispose(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #highlight(cells: readonly string[]): void {
    this.cells = new Set(cells);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.cells = new Set()), HIGHLIGHT_MS);
  }
}
