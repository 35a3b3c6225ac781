import { untrack } from 'svelte';
import { isServerUnreachable } from './connectivity.svelte';
import { ApiError } from './http';

/** Errors that go away by themselves. */
const transientCodes: ReadonlySet<string> = new Set(['offline', 'closing', 'too_slow', 'too_fast', 'too_many']);
const RETRY_MS = 1_500;

/** Data that a screen needs before it can be shown. After a transient error it is loaded again, as soon as the server can be reached. */
export class Resource<T> {
  value = $state.raw<T | null>(null);
  /** The code of the last error; null after a success. */
  errorCode = $state<string | null>(null);
  readonly #fetch: () => Promise<T>;
  #failures = $state(0);
  #loading = false;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
    $effect(() => {
      if (this.#failures === 0 || !this.canRetry || isServerUnreachable()) return;
      const timer = setTimeout(() => void this.load(), RETRY_MS);
      return () => clearTimeout(timer);
    });
    untrack(() => void this.load());
  }

  /** Whether loading again may help. */
  get canRetry(): boolean {
    return this.errorCode !== null && transientCodes.has(this.errorCode);
  }

  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      this.value = await this.#fetch();
      this.errorCode = null;
    } catch (error) {
      this.errorCode = error instanceof ApiError ? error.code : 'unknown';
      this.#failures += 1;
    }
    this.#loading = false;
  }
}
