const SHORTEST_MS = 5_000;
const LONGEST_MS = 60_000;
/** The largest part of a pause that is added to it by chance, so that many pages do not ask at the same moment. */
const JITTER = 0.2;

export interface PollingOptions {
  isVisible?: () => boolean;
  random?: () => number;
}

/**
 * Asks the server again and again while the page is visible: every few seconds while something changes, and ever less often
 * while nothing does.
 */
export class Polling {
  readonly #load: () => Promise<boolean>;
  readonly #isVisible: () => boolean;
  readonly #random: () => number;
  /** How many responses in a row were the same. */
  #unchanged = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading = false;
  #stopped = false;

  /** `load` tells whether anything has changed. It must not fail. */
  constructor(load: () => Promise<boolean>, { isVisible = () => document.visibilityState === 'visible', random = Math.random }: PollingOptions = {}) {
    this.#load = load;
    this.#isVisible = isVisible;
    this.#random = random;
  }

  /** Asks at once if the page is visible: at the start, and when the user or the network returns. */
  wake(): void {
    clearTimeout(this.#timer);
    this.#unchanged = 0;
    void this.#poll();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    if (this.#loading || this.#stopped || !this.#isVisible()) return;
    this.#loading = true;
    const changed = await this.#load();
    this.#loading = false;
    this.#unchanged = changed ? 0 : this.#unchanged + 1;
    if (this.#stopped) return;
    const pause = Math.min(SHORTEST_MS * 2 ** Math.max(0, this.#unchanged - 1), LONGEST_MS);
    this.#timer = setTimeout(() => void this.#poll(), pause * (1 + JITTER * this.#random()));
  }
}
