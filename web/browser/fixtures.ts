import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { trackGameViews } from './game_views';
import { PageErrors } from './page_errors';
import { preparedData } from './prepared_games';
import { TestServer } from './server';

export { expect } from '@playwright/test';

interface Fixtures {
  /** More arguments of `cafe serve`, for `test.use`. */
  serverArgs: string[];
  /** A server of its own for every test, with the prepared games. */
  server: TestServer;
  /** Fails the test on any error in any page that the test does not expect. */
  pageErrors: PageErrors;
  /** Opens a page of another visitor, in a browser context of its own. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  serverArgs: [[], { option: true }],
  server: async ({ serverArgs }, use) => {
    const server = await TestServer.start({ data: preparedData(), args: serverArgs });
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => use(server.address),
  context: async ({ context }, use) => {
    await fixRandomValues(context);
    await switchOffHelp(context);
    trackGameViews(context);
    await use(context);
  },
  pageErrors: [
    async ({ baseURL, context }, use) => {
      const errors = new PageErrors(baseURL ?? '');
      errors.watch(context);
      await use(errors);
      errors.check();
    },
    { auto: true },
  ],
  newVisitor: async ({ browser, pageErrors, baseURL, contextOptions, locale, viewport, serviceWorkers }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, locale, viewport, serviceWorkers, baseURL, ...options });
      contexts.push(context);
      await fixRandomValues(context);
      await switchOffHelp(context);
      trackGameViews(context);
      pageErrors.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** A player's share of the deal comes from the browser: it is the same in every run, and so is the deal. */
async function fixRandomValues(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint8Array) array.forEach((_, i) => (array[i] = i));
      return array;
    };
  });
}

/** Tests decide themselves when an action is played, and no tip covers the page; `auto_actions.spec.ts` and `tips.spec.ts` switch them on. */
async function switchOffHelp(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      if (localStorage.getItem('cafe.autoActions') === null) localStorage.setItem('cafe.autoActions', 'never');
      if (localStorage.getItem('cafe.tips') === null) localStorage.setItem('cafe.tips', 'choose chairs end draw bar score');
    } catch {
      // A page without an origin, or with blocked storage.
    }
  });
}

/** A phone: narrow, and used by touch. The pixels of its screen are left out: to draw four times as many takes longer. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
