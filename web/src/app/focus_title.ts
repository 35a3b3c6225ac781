import { tick } from 'svelte';

/** How long a screen may take to load before its title is no longer focused. */
const TIMEOUT_MS = 10_000;

let stopWaiting: (() => void) | null = null;

/**
 * Focuses the title of a screen that was opened without loading a page, as a browser starts at the top of a new page. The
 * screen may still be loading; if the user has focused something else by then, the focus stays there. Resolves when there is
 * nothing left to wait for.
 */
export async function focusTitle(): Promise<void> {
  stopWaiting?.();
  const main = document.getElementById('content');
  if (!main) return;
  main.focus({ preventScroll: true });
  await tick();
  if (!tryFocus(main)) await waitForTitle(main);
}

function waitForTitle(main: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => tryFocus(main) && stopWaiting?.());
    const timer = setTimeout(() => stopWaiting?.(), TIMEOUT_MS);
    stopWaiting = () => {
      observer.disconnect();
      clearTimeout(timer);
      stopWaiting = null;
      resolve();
    };
    observer.observe(main, { childList: true, subtree: true });
  });
}

/** Focuses the title if it is there. Returns true if there is nothing left to wait for. */
function tryFocus(main: HTMLElement): boolean {
  if (document.activeElement !== main && document.activeElement !== document.body) return true;
  const title = main.querySelector('h1');
  if (!title) return false;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  return true;
}
