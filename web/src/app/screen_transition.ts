/** Events that end the animation at once: it must not delay input. */
const inputs = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Changes the screen, with a short fade where the browser has view transitions and the user allows motion. Otherwise the
 * change happens at once, before this function returns.
 */
export async function changeScreen(change: () => Promise<void>): Promise<void> {
  if (typeof document.startViewTransition !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches) return change();
  const transition = document.startViewTransition(change);
  const skip = (): void => transition.skipTransition();
  for (const type of inputs) window.addEventListener(type, skip, { capture: true, passive: true });
  // A transition that is skipped or overtaken by another one rejects `ready`, which is no error here.
  transition.ready.catch(() => {});
  void transition.finished
    .catch(() => {})
    .then(() => {
      for (const type of inputs) window.removeEventListener(type, skip, { capture: true });
    });
  await transition.updateCallbackDone;
}
