import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { usePreparedGame } from './prepared_games';

const MAX_BYTES = 150_000;

/** Bytes that the browser loaded for this page, without fonts. */
function loadedBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[];
    return entries.filter((entry) => !entry.name.endsWith('.woff2')).reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  });
}

async function expectWithinBudget(page: Page): Promise<void> {
  const bytes = await loadedBytes(page);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(MAX_BYTES);
}

test('home page loads less than 150 kB', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await expectWithinBudget(page);
});

for (const game of ['card', 'board'] as const) {
  test(`link to a ${game} game loads less than 150 kB`, async ({ page, newVisitor }) => {
    const id = await usePreparedGame(page, game);
    const friend = await newVisitor({ locale: 'de-DE' });
    await friend.goto(`/t/${id}`, { waitUntil: 'networkidle' });
    await expectWithinBudget(friend);
  });
}
