import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { keepNotices, openLesson } from './games';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

const screens = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
];

test('refusal covers neither café, coach, hand nor buttons', async ({ page }) => {
  await keepNotices(page);
  await openLesson(page, 'card', 'nation');
  const me = new Player(page);
  const alert = page.getByRole('alert');
  for (const size of screens) {
    await page.setViewportSize(size);
    await me.attempt('ITm@a4');
    await expectNoOverlap(alert, page.locator('.viewport, .coach, .hand button, .panel .acts button'));
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toBeHidden();
  }
});

test('notice of a past turn covers neither café nor buttons', async ({ page }) => {
  await openPreparedGame(page, 'cardLater');
  await new Player(page).turn();
  const [turns, log] = [page.getByRole('button', { name: 'Turns' }), page.getByRole('region', { name: 'Turns so far' })];
  const notice = page.getByRole('status').filter({ hasText: 'Turn 1 ·' });
  for (const size of screens) {
    await page.setViewportSize(size);
    await expect(turns.or(log)).toBeVisible();
    if (await turns.isVisible()) await turns.click();
    await log.getByRole('button').last().click();
    await expectNoOverlap(notice, page.locator('.viewport, .hand button, .panel button'));
    await notice.getByRole('button', { name: 'Back to the game' }).click();
    await expect(notice).toBeHidden();
  }
});

async function expectNoOverlap(target: Locator, others: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const box = await target.boundingBox();
  if (!box) throw new Error('the target has no box');
  for (const other of await others.all()) {
    const its = await other.boundingBox();
    const apart = !its || its.x >= box.x + box.width || its.x + its.width <= box.x || its.y >= box.y + box.height - 1 || its.y + its.height <= box.y + 1;
    expect(apart, await other.evaluate((element) => element.className)).toBe(true);
  }
}
