import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { HttpProxy } from './http_proxy';
import { TestServer } from './server';
import { PageErrors } from './page_errors';
import { textsIn } from './translations';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the client and controls the page. */
async function cached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

test('manifest and icons allow an installation', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as { start_url: string; display: string; icons: { src: string; type: string; sizes: string; purpose?: string }[] };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
    if (sizes === 'any') continue;
    const width = await page.evaluate(async (src) => (await createImageBitmap(await (await fetch(src)).blob())).width, src);
    expect(`${width}x${width}`, src).toBe(sizes);
  }
});

test('a cached page asks whether the server is reachable', async ({ page }) => {
  await page.goto('/');
  await cached(page);
  const answered = page.waitForEvent('requestfinished', { predicate: (request) => request.url().endsWith('/healthz'), timeout: 30_000 });
  await page.reload();
  await answered;
});

test('without the server cached pages open and say so', async ({ browser, contextOptions }) => {
  const server = await TestServer.start();
  const context = await browser.newContext({ ...contextOptions, locale: 'it-IT', baseURL: server.address });
  const page = await context.newPage();
  await page.goto('/');
  await cached(page);
  await server.kill();
  for (const [path, title] of [
    ['/', textsIn('it')['home.title']],
    ['/new', textsIn('it')['new.title']],
    ['/me', textsIn('it')['app.profile']],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('status')).toHaveText(textsIn('it')['app.unreachable']);
  }
  await server.restart();
  await expect(page.getByRole('status')).toBeHidden();
  await context.close();
  await server.remove();
});

test('nothing about games is cached', async ({ page }) => {
  await page.goto('/');
  await cached(page);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('list', { name: 'Your hand' })).toBeVisible();
  const paths = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  expect(paths).toContain('/');
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
});

test('a new version waits until the user loads it', async ({ server, browser, contextOptions }) => {
  const proxy = await HttpProxy.to(server.address);
  const context = await browser.newContext({ ...contextOptions, locale: 'en-GB', baseURL: proxy.address });
  const errors = new PageErrors(proxy.address);
  errors.watch(context);
  const page = await context.newPage();
  await page.goto('/');
  await cached(page);
  proxy.deployUpdate();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update' }).click();
  await loaded;
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  errors.check();
  await context.close();
  await proxy.close();
});
