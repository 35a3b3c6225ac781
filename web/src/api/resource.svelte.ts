import { untrack } from 'svelte';
import { isServerUnreachable } from './connectivity.svelte';
import { ApiError } from './http';

/** What passes by itself. */
const passing: ReadonlySet<string> = new Set(['offline', 'closing', 'too_slow', 'too_fast', 'too_many']);
const AGAIN_MS = 1_500;

/**
 * What a screen needs before it can be shown. If the house is out of reach it is asked again: by itself as soon as it is
 * back, and when somebody wants to.
 */
export class Resource<T> {
  value = $state.raw<T | null>(null);
  /** The code of what went wrong. */
  fault = $state<string | null>(null);
  readonly #fetch: () => Promise<T>;
  /** How often it was asked in vain. */
  #vain = $state(0);
  #asking = false;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
    $effect(() => {
      if (this.#vain === 0 || !this.passes || isServerUnreachable()) return;
      const timer = setTimeout(() => void this.ask(), AGAIN_MS);
      return () => clearTimeout(timer);
    });
    untrack(() => void this.ask());
  }

  /** Whether trying again may help. */
  get passes(): boolean {
    return this.fault !== null && passing.has(this.fault);
  }

  async ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.value = await this.#fetch();
      this.fault = null;
    } catch (fault) {
      this.fault = fault instanceof ApiError ? fault.code : 'unknown';
      this.#vain += 1;
    }
    this.#asking = false;
  }
}
