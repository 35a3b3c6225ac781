/** Whether the house can be reached. A device may well believe that it has a network while there is none behind it. */
const AGAIN_MS = 4_000;

const reach = $state({ lost: false });
let again: ReturnType<typeof setInterval> | undefined;

export function isServerUnreachable(): boolean {
  return reach.lost;
}

export function reportReachable(): void {
  reach.lost = false;
  clearInterval(again);
  again = undefined;
}

export function reportUnreachable(): void {
  reach.lost = true;
  again ??= setInterval(() => void checkServer(), AGAIN_MS);
}

/** Asks whether anybody is there. */
export async function checkServer(): Promise<void> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    // To the last letter: an answer that nobody reads stays open, and is broken off when one leaves the page.
    await answer.text();
    reportReachable();
  } catch {
    reportUnreachable();
  }
}
