/** How the page talks to its service workers. */

/** Messages to a service worker. The answer to `version` comes through the port that is sent along; `language` is the one that the page is in. */
export type WorkerMessage = 'version' | 'skip-waiting' | { language: string };

const ANSWER_MS = 1_000;
const ACTIVATION_MS = 4_000;

/** The version of the running page, which the build writes into it; null during development. */
export function pageVersion(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="cafe-version"]')?.content ?? null;
}

/** The version of the files that a worker serves; null if it does not answer. */
export function workerVersion(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = (event: MessageEvent<string>) => resolve(event.data);
  });
  worker.postMessage('version' satisfies WorkerMessage, [port2]);
  return withTimeout(answer, ANSWER_MS).finally(() => port1.close());
}

/** Lets the waiting worker take over, if there is one, and waits until it has. */
export async function activateWaitingWorker(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.waiting;
  if (!worker) return;
  const activated = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  worker.postMessage('skip-waiting' satisfies WorkerMessage);
  await withTimeout(activated, ACTIVATION_MS);
}

/** Lets the workers keep the texts of a language: the one in charge, and the one that waits to follow it. */
export async function keepLanguage(language: string): Promise<void> {
  // Never ready without a worker, as during development.
  const registration = await navigator.serviceWorker?.ready;
  for (const worker of [registration?.active, registration?.waiting]) worker?.postMessage({ language } satisfies WorkerMessage);
}

/** Removes everything that could bring back an old version of the page. */
export async function removeServiceWorkers(): Promise<void> {
  const names = (await globalThis.caches?.keys()) ?? [];
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all([...names.map((name) => caches.delete(name)), ...registrations.map((registration) => registration.unregister())]);
}

/** The result, or null if it takes too long. */
export async function withTimeout<T>(result: Promise<T>, ms: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)));
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
