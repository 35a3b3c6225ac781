import { beforeEach, expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION } from '../api/messages';

const stored = new Map<string, string>();
const steps: string[] = [];

class FakeWorker {
  constructor(readonly container: EventTarget) {}
  postMessage(message: unknown): void {
    steps.push(String(message));
    this.container.dispatchEvent(new Event('controllerchange'));
  }
}

function browser({ waiting = true } = {}): void {
  const container = new EventTarget();
  const registration = { waiting: waiting ? new FakeWorker(container) : null, unregister: async () => steps.push('unregister') };
  const serviceWorker = Object.assign(container, { getRegistration: async () => registration, getRegistrations: async () => [registration] });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('caches', { keys: async () => ['cafe-old'], delete: async (name: string) => steps.push(`delete ${name}`) });
}

/** Loads the page anew, with a server of the given protocol version. */
async function load(server: number) {
  vi.resetModules();
  steps.length = 0;
  const { reportProtocol } = await import('../api/protocol.svelte');
  reportProtocol(server);
  return import('./outdated');
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal('location', { reload: () => steps.push('reload') });
  browser();
});

const next = PROTOCOL_VERSION + 1;

test('the first reload activates the waiting worker', async () => {
  const { hasReloadFailed, reloadOutdated } = await load(next);
  expect(hasReloadFailed()).toBe(false);
  await reloadOutdated();
  expect(steps).toEqual(['skip-waiting', 'reload']);
});

test('without a waiting worker the first reload is a plain one', async () => {
  browser({ waiting: false });
  await (await load(next)).reloadOutdated();
  expect(steps).toEqual(['reload']);
});

test('the second reload removes workers and caches', async () => {
  await (await load(next)).reloadOutdated();
  const { hasReloadFailed, reloadOutdated } = await load(next);
  expect(hasReloadFailed()).toBe(false);
  await reloadOutdated();
  expect(steps).toEqual(['delete cafe-old', 'unregister', 'reload']);
});

test('after two reloads in vain the page says so', async () => {
  await (await load(next)).reloadOutdated();
  await (await load(next)).reloadOutdated();
  expect((await load(next)).hasReloadFailed()).toBe(true);
});

test('another version of the server starts from the beginning', async () => {
  await (await load(next)).reloadOutdated();
  await (await load(next)).reloadOutdated();
  const { hasReloadFailed, reloadOutdated } = await load(next + 1);
  expect(hasReloadFailed()).toBe(false);
  await reloadOutdated();
  expect(steps).toEqual(['skip-waiting', 'reload']);
});

test('a browser without service workers just reloads', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('caches', undefined);
  await (await load(next)).reloadOutdated();
  await (await load(next)).reloadOutdated();
  expect(steps).toEqual(['reload']);
});

test('a worker that never takes over does not block the reload', async () => {
  vi.useFakeTimers();
  const registration = { waiting: { postMessage: () => {} } };
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { getRegistration: async () => registration }) });
  const { reloadOutdated } = await load(next);
  const reloaded = reloadOutdated();
  await vi.advanceTimersByTimeAsync(10_000);
  await reloaded;
  expect(steps).toEqual(['reload']);
  vi.useRealTimers();
});
