import { test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { House } from './house';
import { Watch } from './watch';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Fails the test on anything that must not happen behind a page. */
  watch: Watch;
  /** Somebody else, with a browser of their own. */
  somebody: (options?: BrowserContextOptions) => Promise<Page>;
}

interface Shared {
  house: House;
}

export const test = base.extend<Fixtures, Shared>({
  house: [
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.address),
  watch: [
    async ({ baseURL, context }, use) => {
      const watch = new Watch(baseURL ?? '');
      watch.over(context);
      await use(watch);
      watch.check();
    },
    { auto: true },
  ],
  somebody: async ({ browser, watch, baseURL, contextOptions, locale, viewport, serviceWorkers }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, locale, viewport, serviceWorkers, baseURL, ...options });
      contexts.push(context);
      watch.over(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** A phone in somebody's hand: narrow, and touched instead of clicked. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;
