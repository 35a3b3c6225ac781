/**
 * Counts the pictures that the browser has drawn since this was made, up to the last one asked for. What is set up part by
 * part, one in every picture, leaves a slow phone time for fingers in between.
 */
export class FrameCounter {
  drawn = $state(0);

  /** Only while a component is set up: it ends with that. */
  constructor(last: () => number) {
    $effect(() => {
      if (this.drawn >= last()) return;
      const next = this.drawn + 1;
      let timer = 0;
      const frame = requestAnimationFrame(() => (timer = window.setTimeout(() => (this.drawn = next))));
      return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    });
  }
}
