import { checkServer } from '../api/connectivity.svelte';
import { activateWaitingWorker, pageVersion, workerVersion } from './service_worker_client';

let updateReady = $state(false);

/** Whether a worker with another version of the page is installed and waits. */
export function isUpdateReady(): boolean {
  return updateReady;
}

/** Loads that version. Only the user starts this: a page does not change while it is in use. */
export async function applyUpdate(): Promise<void> {
  await activateWaitingWorker();
  location.reload();
}

/** After a reload the page can already have the version of the waiting worker. */
async function compareVersions(worker: ServiceWorker | null): Promise<void> {
  // The first installation is no update.
  if (!worker || !navigator.serviceWorker.controller) return;
  updateReady = (await workerVersion(worker)) !== pageVersion();
}

/** Called after the page has loaded, so that they do not compete for bandwidth. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The page may come from the cache, without a server behind it.
  if (navigator.serviceWorker.controller) void checkServer();
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') void compareVersions(worker);
      });
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    });
    await compareVersions(registration.waiting);
  } catch {
    // Private windows and old browsers have no service workers; the page works without.
  }
}
