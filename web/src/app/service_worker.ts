/// <reference lib="webworker" />
/**
 * Keeps the files of the page, so that it opens without a network and can say, in the user's language, that it is offline.
 * Nothing under /api is ever kept.
 */
import type { WorkerMessage } from './service_worker_client';

/** Filled in by the build: the files to keep, those with the texts of each language, and a hash of all. */
declare const CAFE_SHELL: string[];
declare const CAFE_TEXTS: Record<string, string[]>;
declare const CAFE_VERSION: string;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const CACHE_PREFIX = 'cafe-';
const cacheName = CACHE_PREFIX + CAFE_VERSION;
/** Survives a change of version: a new worker has to keep the texts of the language before any page tells it. */
const SETTINGS_CACHE = 'cafe.settings';
const LANGUAGE_PATH = '/language';

worker.addEventListener('install', (event) => {
  event.waitUntil(install());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message === 'skip-waiting') void worker.skipWaiting();
  else if (message === 'version') event.ports[0]?.postMessage(CAFE_VERSION);
  else event.waitUntil(keepLanguage(message.language));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(api|admin)\//.test(pathname)) event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

async function install(): Promise<void> {
  const stored = await (await caches.open(SETTINGS_CACHE)).match(LANGUAGE_PATH);
  const texts = CAFE_TEXTS[(await stored?.text()) ?? ''] ?? [];
  await (await caches.open(cacheName)).addAll([...CAFE_SHELL, ...texts]);
}

/** Keeps the texts of the language that the page is in. Other languages are kept only as far as they were visited. */
async function keepLanguage(language: string): Promise<void> {
  const cache = await caches.open(cacheName);
  const missing = await Promise.all((CAFE_TEXTS[language] ?? []).map(async (path) => ((await cache.match(path)) ? [] : [path])));
  await cache.addAll(missing.flat());
  await (await caches.open(SETTINGS_CACHE)).put(LANGUAGE_PATH, new Response(language));
}

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
