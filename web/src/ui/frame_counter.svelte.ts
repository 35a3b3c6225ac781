/**
 * Counts frames since it was created, up to a limit. A screen that adds one part per frame stays responsive on a slow phone.
 */
export class FrameCounter {
  drawn = $state(0);

  /** To be called while a component is initialised; ends with the component. */
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
