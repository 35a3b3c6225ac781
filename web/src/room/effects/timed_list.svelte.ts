/** Items that disappear after a fixed time, such as animations. */
export class TimedList<T> {
  items = $state.raw<readonly T[]>([]);
  readonly #durationMs: number;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  add(item: T): void {
    this.items = [...this.items, item];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.items = this.items.filter((other) => other !== item);
    }, this.#durationMs);
    this.#timers.add(timer);
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.items = [];
  }
}
