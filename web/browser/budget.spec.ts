import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { usePreparedGame } from './prepared_games';

/** Compressed, as the server sends them. A change that needs more is worth a second look. */
const MAX_HOME_BYTES = 48_000;
const MAX_GAME_BYTES = 106_000;

/** Bytes that the browser loaded for this page, without fonts. */
function loadedBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[];
    return entries.filter((entry) => !entry.name.endsWith('.woff2')).reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  });
}

async function expectWithinBudget(page: Page, maxBytes: number): Promise<void> {
  const bytes = await loadedBytes(page);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(maxBytes);
}

test('home page loads less than 48 kB', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await expectWithinBudget(page, MAX_HOME_BYTES);
});

for (const game of ['card', 'board'] as const) {
  test(`link to a ${game} game loads less than 106 kB`, async ({ page, newVisitor }) => {
    const id = await usePreparedGame(page, game);
    const friend = await newVisitor({ locale: 'de-DE' });
    await friend.goto(`/t/${id}`, { waitUntil: 'networkidle' });
    await expectWithinBudget(friend, MAX_GAME_BYTES);
  });
}
