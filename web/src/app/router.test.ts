import { beforeEach, expect, test, vi } from 'vitest';
import type { navigate as Navigate } from './router.svelte';

type Listener = (event: unknown) => void;

/** A browser without the Navigation API. */
function historyBrowser() {
  const address = new URL('https://cafe.example/');
  const listeners = new Map<string, Listener>();
  const target = { addEventListener: (type: string, listener: Listener) => listeners.set(type, listener) };
  const scrollTo = vi.fn();
  vi.stubGlobal('location', address);
  vi.stubGlobal('navigation', undefined);
  vi.stubGlobal('window', { ...target, scrollTo });
  vi.stubGlobal('document', { ...target, getElementById: () => null });
  vi.stubGlobal('history', { pushState: (_state: unknown, _title: string, to: URL) => (address.href = String(to)), replaceState: (_state: unknown, _title: string, to: URL) => (address.href = String(to)) });
  const click = (href: string, modifiers = {}): boolean => {
    const preventDefault = vi.fn();
    const link = { target: '', hasAttribute: () => false, href: new URL(href, address).href };
    listeners.get('click')?.({ button: 0, target: { closest: () => link }, preventDefault, ...modifiers });
    return preventDefault.mock.calls.length > 0;
  };
  const back = (href: string): void => {
    address.href = new URL(href, address).href;
    listeners.get('popstate')?.({});
  };
  return { address, click, back, scrollTo };
}

/** A browser with the Navigation API. */
function navigationBrowser() {
  const address = new URL('https://cafe.example/');
  let listener: Listener = () => {};
  const follow = (href: string, more = {}): { intercepted: { scroll?: string } | null } => {
    const to = new URL(href, address);
    let intercepted: { scroll?: string; handler?: () => Promise<void> } | null = null;
    const intercept = (options: typeof intercepted): void => void (intercepted = options);
    listener({ canIntercept: to.origin === address.origin, hashChange: false, downloadRequest: null, formData: null, navigationType: 'push', destination: { url: to.href }, intercept, ...more });
    if (intercepted) {
      address.href = to.href;
      void (intercepted as { handler?: () => Promise<void> }).handler?.();
    }
    return { intercepted };
  };
  vi.stubGlobal('location', address);
  vi.stubGlobal('document', { getElementById: () => null });
  vi.stubGlobal('navigation', {
    addEventListener: (_type: string, added: Listener) => (listener = added),
    navigate: (href: string) => {
      follow(href);
      return { committed: Promise.reject(new DOMException('overtaken', 'AbortError')), finished: Promise.reject(new DOMException('overtaken', 'AbortError')) };
    },
  });
  return { address, follow };
}

let navigate: typeof Navigate;
let path: () => string;
let reportProtocol: (version: number) => boolean;

async function start(): Promise<void> {
  const router = await import('./router.svelte');
  ({ reportProtocol } = await import('../api/protocol.svelte'));
  router.startRouter();
  ({ navigate } = router);
  path = () => router.currentUrl().href.replace('https://cafe.example', '');
}

beforeEach(() => void vi.resetModules());

test('without the Navigation API, a link keeps its query', async () => {
  const { address, click } = historyBrowser();
  await start();
  expect(click('/replay/abc?step=3#end')).toBe(true);
  expect([address.href, path()]).toEqual(['https://cafe.example/replay/abc?step=3#end', '/replay/abc?step=3#end']);
});

test('without the Navigation API, the back button changes the screen', async () => {
  const { back } = historyBrowser();
  await start();
  navigate('/new?players=3');
  expect(path()).toBe('/new?players=3');
  back('/');
  expect(path()).toBe('/');
});

test('without the Navigation API, the browser follows other links', async () => {
  const { click } = historyBrowser();
  await start();
  expect(click('https://other.example/')).toBe(false);
  expect(click('/api/v1/rooms/abc/record')).toBe(false);
  expect(click('#content')).toBe(false);
  expect(click('/new', { ctrlKey: true })).toBe(false);
});

test('without the Navigation API, another query does not scroll', async () => {
  const { scrollTo } = historyBrowser();
  await start();
  navigate('/replay/abc?step=1');
  expect(scrollTo).toHaveBeenCalledTimes(1);
  navigate('/replay/abc?step=2', { replace: true });
  expect(scrollTo).toHaveBeenCalledTimes(1);
});

test('with the Navigation API, a link keeps its query', async () => {
  const { follow } = navigationBrowser();
  await start();
  expect(follow('/replay/abc?step=3').intercepted).toMatchObject({ focusReset: 'manual', scroll: 'after-transition' });
  expect(path()).toBe('/replay/abc?step=3');
  expect(follow('/replay/abc?step=4').intercepted).toMatchObject({ scroll: 'manual' });
  expect(path()).toBe('/replay/abc?step=4');
});

test('with the Navigation API, an overtaken navigation is no error', async () => {
  navigationBrowser();
  await start();
  navigate('/me');
  await new Promise((resolve) => setTimeout(resolve));
  expect(path()).toBe('/me');
});

test.each([
  ['reloads', '/', { navigationType: 'reload' }],
  ['downloads', '/record', { downloadRequest: '' }],
  ['fragments', '#content', { hashChange: true }],
  ['the server’s own pages', '/api/v1/openapi.json', {}],
  ['other sites', 'https://other.example/', {}],
])('with the Navigation API, the browser handles %s', async (_what, href, event) => {
  const { follow } = navigationBrowser();
  await start();
  expect(follow(href, event).intercepted).toBeNull();
});

test('an outdated page leaves every link to the browser', async () => {
  const { follow } = navigationBrowser();
  await start();
  reportProtocol(99);
  expect(follow('/new').intercepted).toBeNull();
});
