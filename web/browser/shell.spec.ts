import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { Front } from './front';
import { House } from './house';
import { Watch } from './watch';
import { words } from './words';

test.use({ serviceWorkers: 'allow' });

/** Until the page is kept, and the worker that keeps it answers for it. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

test('the café can be installed: its manifest and icons are what they say', async ({ page }) => {
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

test('a page that was kept asks whether the house is there, and hears the answer to its end', async ({ page }) => {
  await page.goto('/');
  await kept(page);
  const heard = page.waitForEvent('requestfinished', { predicate: (request) => request.url().endsWith('/healthz'), timeout: 30_000 });
  await page.reload();
  await heard;
});

test('with the house gone the door still opens, at every address, and says so in one’s language until it is back', async ({ browser, contextOptions }) => {
  const house = await House.open();
  const context = await browser.newContext({ ...contextOptions, locale: 'it-IT', baseURL: house.address });
  const page = await context.newPage();
  await page.goto('/');
  await kept(page);
  await house.vanish();
  for (const [path, title] of [
    ['/', words.it['home.title']],
    ['/new', words.it['new.title']],
    ['/me', words.it['me.title']],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('status')).toHaveText(words.it['app.unreachable']);
  }
  await house.comeBack();
  await expect(page.getByRole('status')).toBeHidden();
  await context.close();
  await house.close();
});

test('nothing of the tables is kept on the device', async ({ page }) => {
  await page.goto('/');
  await kept(page);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('list', { name: 'Your hand' })).toBeVisible();
  const paths = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  expect(paths).toContain('/');
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
});

test('a new version waits until one takes it', async ({ house, browser, contextOptions }) => {
  const renewed = await Front.before(house.address);
  const context = await browser.newContext({ ...contextOptions, locale: 'en-GB', baseURL: renewed.address });
  const watch = new Watch(renewed.address);
  watch.over(context);
  const page = await context.newPage();
  await page.goto('/');
  await kept(page);
  renewed.renew();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Load it' }).click();
  await loaded;
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  watch.check();
  await context.close();
  await renewed.remove();
});
