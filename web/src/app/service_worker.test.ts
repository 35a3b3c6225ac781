import { beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: Record<string, unknown>) => void;

const ORIGIN = 'https://cafe.example';
const listeners = new Map<string, Listener>();
const cacheNames = new Set<string>();
const cached = new Map<string, string>();
const skipWaiting = vi.fn();

vi.stubGlobal('CAFE_SHELL', ['/', '/assets/first.js']);
vi.stubGlobal('CAFE_TEXTS', { de: ['/assets/game-de.js', '/assets/rules-de.js'], fr: ['/assets/game-fr.js'] });
vi.stubGlobal('CAFE_VERSION', 'v2');
vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
vi.stubGlobal('skipWaiting', skipWaiting);
vi.stubGlobal('clients', { claim: async () => {} });
vi.stubGlobal('location', new URL(ORIGIN));
vi.stubGlobal('caches', {
  keys: async () => [...cacheNames],
  delete: async (name: string) => cacheNames.delete(name),
  match: async (request: string | Request) => {
    const body = cached.get(typeof request === 'string' ? request : new URL(request.url).pathname);
    return body === undefined ? undefined : new Response(body);
  },
  open: async (name: string) => {
    cacheNames.add(name);
    return {
      match: caches.match,
      addAll: async (paths: string[]) => paths.forEach((path) => cached.set(path, `cached ${path}`)),
      put: async (request: Request | string, response: Response) => cached.set(typeof request === 'string' ? request : new URL(request.url).pathname, await response.text()),
    };
  },
});
await import('./service_worker');

/** The text of the worker's response; null if the browser handles the request. */
async function fetched(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<string | null> {
  let response: Promise<Response> | null = null;
  const request = { url: new URL(path, ORIGIN).href, mode, method };
  listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (response = given) });
  return response && (await (response as Promise<Response>)).text();
}

/** Sends the worker an event and waits until it is done. */
async function sent(type: string, event: Record<string, unknown> = {}): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (done = given) });
  await done;
}

beforeEach(() => {
  cached.clear();
  cacheNames.clear();
  vi.stubGlobal('fetch', async (request: Request) => new Response(`network ${new URL(request.url).pathname}`));
});

const offline = (): void => void vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));

test('the page comes from the network, or else from the cache', async () => {
  cached.set('/', 'cached page');
  expect(await fetched('/t/abc', { mode: 'navigate' })).toBe('network /t/abc');
  offline();
  expect(await fetched('/t/abc', { mode: 'navigate' })).toBe('cached page');
});

test('an asset comes from the cache, and is kept there', async () => {
  expect(await fetched('/assets/table.js')).toBe('network /assets/table.js');
  offline();
  expect(await fetched('/assets/table.js')).toBe('network /assets/table.js');
});

test.each([
  ['/api/v1/rooms', {}],
  ['/api/v1/openapi.json', { mode: 'navigate' }],
  ['/admin/rooms', { mode: 'navigate' }],
  ['/assets/table.js', { method: 'POST' }],
  ['https://other.example/assets/x.js', {}],
])('%s is left to the browser', async (path, request) => {
  expect(await fetched(path, request)).toBeNull();
});

test('activation deletes the caches of other versions', async () => {
  cacheNames.add('cafe-v1').add('cafe-v2').add('other');
  await sent('activate');
  expect([...cacheNames]).toEqual(['cafe-v2', 'other']);
});

test('texts are kept in the language of the page only', async () => {
  await sent('install');
  expect([...cached.keys()]).toEqual(['/', '/assets/first.js']);
  await sent('message', { data: { language: 'de' }, ports: [] });
  expect([...cached.keys()].filter((path) => path.startsWith('/assets/'))).toEqual(['/assets/first.js', '/assets/game-de.js', '/assets/rules-de.js']);
});

test('a new version keeps the texts before a page tells it the language', async () => {
  await sent('message', { data: { language: 'fr' }, ports: [] });
  for (const path of cached.keys()) if (path.startsWith('/assets/')) cached.delete(path);
  await sent('install');
  await sent('activate');
  expect(cached.has('/assets/game-fr.js')).toBe(true);
  expect(cacheNames).toContain('cafe.settings');
});

test('the worker tells its version and stops waiting on request', () => {
  const postMessage = vi.fn();
  listeners.get('message')?.({ data: 'version', ports: [{ postMessage }] });
  expect(postMessage).toHaveBeenCalledWith('v2');
  expect(skipWaiting).not.toHaveBeenCalled();
  listeners.get('message')?.({ data: 'skip-waiting', ports: [] });
  expect(skipWaiting).toHaveBeenCalledOnce();
});
