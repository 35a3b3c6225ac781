import { beforeEach, expect, test, vi } from 'vitest';

class FakeWorker extends EventTarget {
  state = 'installed';
  constructor(readonly version: string | null) {
    super();
  }
  postMessage(_message: unknown, [port]: MessagePort[] = []): void {
    if (this.version !== null) port?.postMessage(this.version);
  }
}

/** A page of version `page`, controlled by a worker, with another worker that waits. */
async function updateReady(waiting: FakeWorker | null, { controlled = true } = {}): Promise<boolean> {
  const registration = Object.assign(new EventTarget(), { waiting, installing: null, update: async () => {} });
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller: controlled ? {} : null, register: async () => registration }) });
  const { isUpdateReady, registerServiceWorker } = await import('./updates.svelte');
  await registerServiceWorker();
  return isUpdateReady();
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('document', { addEventListener: () => {}, querySelector: () => ({ content: 'page' }) });
  vi.stubGlobal('fetch', async () => new Response('ok'));
});

test('a waiting worker of another version is an update', async () => {
  expect(await updateReady(new FakeWorker('other'))).toBe(true);
});

test('a waiting worker of the running version is no update', async () => {
  expect(await updateReady(new FakeWorker('page'))).toBe(false);
});

test('a waiting worker that does not answer is an update', async () => {
  expect(await updateReady(new FakeWorker(null))).toBe(true);
});

test('the first worker is no update', async () => {
  expect(await updateReady(new FakeWorker('other'), { controlled: false })).toBe(false);
});

test('applying an update activates the waiting worker first', async () => {
  const steps: string[] = [];
  const container = new EventTarget();
  const waiting = {
    postMessage: (message: string) => {
      steps.push(message);
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(container, { getRegistration: async () => ({ waiting }) }) });
  vi.stubGlobal('location', { reload: () => steps.push('reload') });
  const { applyUpdate } = await import('./updates.svelte');
  await applyUpdate();
  expect(steps).toEqual(['skip-waiting', 'reload']);
});
