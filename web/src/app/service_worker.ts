/// <reference lib="webworker" />
/**
 * Keeps the café's walls and furniture, so that the door opens without a network too; then the page itself says, in the
 * visitor's language, that it is offline. What happens at tables is never kept: it comes from the server or not at all.
 */
export {};

/** Put in when the page is built: the files to keep, and a name for just these. */
declare const CAFE_SHELL: string[];
declare const CAFE_VERSION: string;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const ours = 'cafe-';
const kept = ours + CAFE_VERSION;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(CAFE_SHELL)));
});

worker.addEventListener('activate', (event) => {
  const forget = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(ours) && name !== kept).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(forget());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

/** The newest page if there is a network; every address of the café is the same page. */
async function page(request: Request): Promise<Response> {
  if (/^\/(api|admin)\//.test(new URL(request.url).pathname)) return fetch(request);
  try {
    return await fetch(request);
  } catch (fault) {
    const page = await caches.match('/');
    if (!page) throw fault;
    return page;
  }
}

/** What is in there has the hash of its content in its name, and so never changes. */
async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(kept);
    await cache.put(request, answer.clone());
  }
  return answer;
}
