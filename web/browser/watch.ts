import { expect, type BrowserContext } from '@playwright/test';

/** What must not happen while somebody is in the café: an error, a request that fails, a word to a foreign host. */
export class Watch {
  readonly #home: string;
  readonly #faults: string[] = [];
  readonly #allowed: { pattern: RegExp; seen: boolean }[] = [];

  constructor(home: string) {
    this.#home = home;
  }

  over(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#note(`console: ${message.text()} (${this.#path(message.location().url)})`);
    });
    context.on('weberror', (error) => this.#note(`page: ${error.error().message}`));
    context.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== this.#home) this.#note(`foreign: ${request.url()}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // The page itself dropped it, because somebody went on.
      if (why === 'net::ERR_ABORTED') return;
      this.#note(`failed: ${request.method()} ${this.#path(request.url())} ${why}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#note(`answer: ${response.status()} ${response.request().method()} ${this.#path(response.url())}`);
    });
  }

  /** This is what the test is about; it must then happen at least once. */
  expects(...patterns: RegExp[]): void {
    for (const pattern of patterns) this.#allowed.push({ pattern, seen: false });
  }

  /** This may happen, or not: whether the page asks just then is chance. */
  allows(...patterns: RegExp[]): void {
    for (const pattern of patterns) this.#allowed.push({ pattern, seen: true });
  }

  check(): void {
    expect(this.#faults, 'nothing goes wrong behind the page').toEqual([]);
    for (const { pattern, seen } of this.#allowed) expect(seen, `${String(pattern)} was to be expected`).toBe(true);
  }

  #note(fault: string): void {
    const allowed = this.#allowed.find(({ pattern }) => pattern.test(fault));
    if (allowed) allowed.seen = true;
    else this.#faults.push(fault);
  }

  #path(url: string): string {
    return url.startsWith(this.#home) ? url.slice(this.#home.length) : url;
  }
}
