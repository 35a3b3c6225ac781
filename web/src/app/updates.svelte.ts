import { checkServer } from '../api/connectivity.svelte';

/** The page as an app of its own: kept for when there is no network, and renewed when the visitor likes. */
let waiting: ServiceWorker | null = null;
const state = $state<{ fresh: boolean }>({ fresh: false });

/** Whether a newer page is ready. */
export function isUpdateReady(): boolean {
  return state.fresh;
}

/** Nobody's page is changed under their hands: the new one comes when they say so. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('take over');
}

function note(worker: ServiceWorker | null): void {
  // The first one of all replaces nothing.
  if (!worker || !navigator.serviceWorker.controller) return;
  waiting = worker;
  state.fresh = true;
}

/** After the page is there, so that it has the network for itself first. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A page that was kept may have come without the house knowing.
  if (navigator.serviceWorker.controller) void checkServer();
  try {
    const registered = await navigator.serviceWorker.register('/service-worker.js');
    note(registered.waiting);
    registered.addEventListener('updatefound', () => {
      const worker = registered.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') note(worker);
      });
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registered.update().catch(() => {});
    });
  } catch {
    // A private window, or a browser that has none of it: everything else works.
  }
}
