import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { HttpProxy } from './http_proxy';
import { TestServer } from './server';
import { PageErrors } from './page_errors';
import { languageName, languages, rulesIn, textsIn } from './translations';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the client with the texts of a language and controls the page. */
async function cached(page: Page, language = 'en'): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
  await expect.poll(() => page.evaluate(async () => (await caches.match('/language'))?.text())).toBe(language);
}

/** Everything that is cached, by its path. */
function cachedTexts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
    const entries = requests.map(async (request) => [new URL(request.url).pathname, (await (await caches.match(request))?.text()) ?? ''] as const);
    return Object.fromEntries(await Promise.all(entries));
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
  await cached(page, 'it');
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

test('texts are cached in the language of the page, whether visited or not', async ({ page }) => {
  await page.goto('/');
  await cached(page);
  /** The languages of all texts that are cached, by what each calls an open game and the rules. */
  const cachedLanguages = async (): Promise<string[]> => {
    const all = Object.values(await cachedTexts(page)).join();
    return languages.filter((language) => all.includes(textsIn(language)['new.lead']) && all.includes(rulesIn(language)['points.note']));
  };
  expect(await cachedLanguages()).toEqual(['en']);
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: languageName('nl') }).click();
  await cached(page, 'nl');
  expect(await cachedLanguages()).toEqual(['en', 'nl']);
});

test('nothing about games is cached', async ({ page }) => {
  await page.goto('/');
  await cached(page);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('list', { name: 'Your hand' })).toBeVisible();
  const paths = Object.keys(await cachedTexts(page));
  expect(paths).toContain('/');
  expect(paths.filter((path) => !['/', '/language'].includes(path) && !path.startsWith('/assets/'))).toEqual([]);
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
