import { checkServer } from '../api/connectivity.svelte';
import { activateWorker, pageVersion, workerVersion } from './service_worker_client';

/** A worker with a newer version of the page, which is installed and waits. */
let update = $state.raw<ServiceWorker | null>(null);

/** Whether a newer version of the page is ready. */
export function isUpdateReady(): boolean {
  return update !== null;
}

/** Loads the newer version. Only the user starts this: a page does not change while it is in use. */
export async function applyUpdate(): Promise<void> {
  if (update) await activateWorker(update);
  location.reload();
}

/** Offers a waiting worker as an update, unless the page has its version already: a reload gets the page from the network, before its worker may take over. */
async function offer(worker: ServiceWorker | null): Promise<void> {
  // The first worker of all replaces nothing.
  if (!worker || !navigator.serviceWorker.controller) return;
  if ((await workerVersion(worker)) !== pageVersion()) update = worker;
}

/** Called when the page has loaded, which should have the network to itself. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The page may come from the cache, without a server behind it.
  if (navigator.serviceWorker.controller) void checkServer();
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') void offer(worker);
      });
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    });
    await offer(registration.waiting);
  } catch {
    // Private windows and old browsers have no service workers; the page works without.
  }
}
