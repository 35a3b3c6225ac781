/** Whether the server can be reached. A device may be online while the server is unreachable. */
const RETRY_MS = 4_000;

let online = $state(globalThis.navigator?.onLine ?? true);
let unreachable = $state(false);
let retryTimer: ReturnType<typeof setInterval> | undefined;

export function isServerUnreachable(): boolean {
  return unreachable;
}

/** Why the app cannot work now, if so: the device has no network, or the server does not answer. */
export function connectionProblem(): 'offline' | 'unreachable' | null {
  if (!online) return 'offline';
  return unreachable ? 'unreachable' : null;
}

/** The device has lost or found a network. */
export function reportOnline(isOnline: boolean): void {
  online = isOnline;
  if (isOnline) void checkServer();
}

export function reportReachable(): void {
  unreachable = false;
  clearInterval(retryTimer);
  retryTimer = undefined;
}

export function reportUnreachable(): void {
  unreachable = true;
  retryTimer ??= setInterval(() => void checkServer(), RETRY_MS);
}

/** Checks whether the server responds. */
export async function checkServer(): Promise<void> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store' });
    // A response that is not read to its end stays open, and fails when the page is left.
    await response.text();
    reportReachable();
  } catch {
    reportUnreachable();
  }
}
