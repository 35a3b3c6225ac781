import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { playedGame } from './prepare';

const MOST_BYTES = 150_000;

/** What the browser loaded over the wire for this page, letters not counted. */
function loaded(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[];
    return all.filter((one) => !one.name.endsWith('.woff2')).reduce((sum, one) => sum + one.encodedBodySize, 0);
  });
}

test('the first page is loaded with less than 150 kB', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = await loaded(page);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

for (const game of ['card', 'board'] as const) {
  test(`a link to a table of the ${game} game is loaded with less than 150 kB`, async ({ page, somebody }) => {
    const id = await playedGame(page, game, 3);
    const friend = await somebody({ locale: 'de-DE' });
    await friend.goto(`/t/${id}`, { waitUntil: 'networkidle' });
    const bytes = await loaded(friend);
    test.info().annotations.push({ type: 'bytes', description: String(bytes) });
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
}
