import { tick } from 'svelte';

/** How long a screen may take to come before one is no longer led to its title. */
const PATIENCE_MS = 10_000;

let waiting: (() => void) | null = null;

/**
 * Somebody has gone to another place without a new page: the keyboard and the ear are led to its title, as a browser would lead them to the top of a new page.
 * A screen may still be on its way; whoever has gone on by then is left alone.
 */
export async function focusTitle(): Promise<void> {
  waiting?.();
  const main = document.getElementById('content');
  if (!main) return;
  main.focus({ preventScroll: true });
  await tick();
  if (greet(main)) return;
  const look = new MutationObserver(() => greet(main) && waiting?.());
  const timer = setTimeout(() => waiting?.(), PATIENCE_MS);
  waiting = () => {
    look.disconnect();
    clearTimeout(timer);
    waiting = null;
  };
  look.observe(main, { childList: true, subtree: true });
}

/** Whether nothing is left to be waited for. */
function greet(main: HTMLElement): boolean {
  if (document.activeElement !== main && document.activeElement !== document.body) return true;
  const title = main.querySelector('h1');
  if (!title) return false;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  return true;
}
