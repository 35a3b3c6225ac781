import { flushSync, untrack } from 'svelte';

/**
 * Draws parts of a screen one after another. Each frame adds parts for as long as its time budget lasts, at least one, so a slow phone stays
 * responsive and a fast machine draws everything at once.
 */
export class DrawingBudget {
  /** How many parts are drawn. */
  drawn = $state(0);

  /** To be called while a component is initialised; ends with the component. */
  constructor(parts: () => number, budgetMs = 6) {
    $effect(() => {
      const total = parts();
      if (untrack(() => this.drawn) >= total) return;
      let timer = 0;
      let frame = 0;
      const draw = (): void => {
        const end = performance.now() + budgetMs;
        do flushSync(() => (this.drawn += 1));
        while (this.drawn < total && performance.now() < end);
        if (this.drawn < total) next();
      };
      // After the frame: what was added before is on the screen.
      const next = (): void => {
        frame = requestAnimationFrame(() => (timer = window.setTimeout(draw)));
      };
      next();
      return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    });
  }
}
