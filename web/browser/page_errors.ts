import { expect, type BrowserContext } from '@playwright/test';

/** Collects what must not happen in any page: console errors, failed requests, requests to other hosts. */
export class PageErrors {
  readonly #origin: string;
  readonly #errors: string[] = [];
  readonly #allowed: { pattern: RegExp; seen: boolean }[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#add(`console: ${message.text()} (${this.#path(message.location().url)})`);
    });
    context.on('weberror', (error) => this.#add(`page: ${error.error().message}`));
    context.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== this.#origin) this.#add(`foreign: ${request.url()}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // The page itself aborts requests when it navigates.
      if (reason === 'net::ERR_ABORTED') return;
      this.#add(`failed: ${request.method()} ${this.#path(request.url())} ${reason}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#add(`response: ${response.status()} ${response.request().method()} ${this.#path(response.url())}`);
    });
  }

  /** Errors that the test provokes; each must happen at least once. */
  expect(...patterns: RegExp[]): void {
    for (const pattern of patterns) this.#allowed.push({ pattern, seen: false });
  }

  /** Errors that may or may not happen, depending on timing. */
  allow(...patterns: RegExp[]): void {
    for (const pattern of patterns) this.#allowed.push({ pattern, seen: true });
  }

  check(): void {
    expect(this.#errors, 'errors in the page').toEqual([]);
    for (const { pattern, seen } of this.#allowed) expect(seen, `${String(pattern)} was expected`).toBe(true);
  }

  #add(error: string): void {
    // A browser asks for it by itself beside a page that is no HTML, such as /healthz.
    if (error.includes('/favicon.ico')) return;
    const allowed = this.#allowed.find(({ pattern }) => pattern.test(error));
    if (allowed) allowed.seen = true;
    else this.#errors.push(error);
  }

  #path(url: string): string {
    return url.startsWith(this.#origin) ? url.slice(this.#origin.length) : url;
  }
}
