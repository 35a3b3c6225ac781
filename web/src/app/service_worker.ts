/// <reference lib="webworker" />
/**
 * Keeps the files of the page, so that it opens without a network and can say, in the user's language, that it is offline.
 * Nothing under /api is ever kept.
 */
import type { WorkerMessage } from './service_worker_client';

/** Filled in by the build: the files to keep, and a hash of them. */
declare const CAFE_SHELL: string[];
declare const CAFE_VERSION: string;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const CACHE_PREFIX = 'cafe-';
const cacheName = CACHE_PREFIX + CAFE_VERSION;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(CAFE_SHELL)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message === 'skip-waiting') void worker.skipWaiting();
  else if (message === 'version') event.ports[0]?.postMessage(CAFE_VERSION);
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(api|admin)\//.test(pathname)) event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName).map((name) => caches.delete(name)));
}

/** The page from the network, or else the cached one; it is the same for every address. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match('/');
    if (!cached) throw error;
    return cached;
  }
}

/** An asset has a hash of its content in its name, so a cached one is never stale. */
async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone());
  }
  return response;
}
