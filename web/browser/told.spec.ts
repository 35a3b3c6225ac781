import type { Locator } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson, playedGame } from './prepare';

const screens = {
  'a desktop': { width: 1440, height: 900 },
  'an upright tablet': { width: 820, height: 1180 },
  'a phone': { width: 390, height: 844 },
  'a short phone': { width: 360, height: 640 },
  'a phone held sideways': { width: 844, height: 390 },
};

for (const [device, viewport] of Object.entries(screens)) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test(`why a guest may not sit there lies neither on the café nor on what to do, on ${device}`, async ({ page }) => {
      await openLesson(page, 'card', 'nation');
      await new Player(page).attempt('ITm@a4');
      await liesBeside(page.getByRole('alert'), page.locator('.room, .coach, .hand button, .panel .acts button'));
    });

    test(`the sign of a past turn lies neither on the café nor on anything to press, on ${device}`, async ({ page }) => {
      await page.goto(`/t/${await playedGame(page, 'card', 4)}`);
      await new Player(page).turn();
      const [turns, story] = [page.getByRole('button', { name: 'Turns' }), page.getByRole('region', { name: 'What happened' })];
      await expect(turns.or(story)).toBeVisible();
      if (await turns.isVisible()) await turns.click();
      await story.getByRole('button').last().click();
      await liesBeside(page.getByRole('status').filter({ hasText: 'Turn 1 ·' }), page.locator('.room, .hand button, .panel button'));
    });
  });
}

async function liesBeside(one: Locator, others: Locator): Promise<void> {
  const box = await one.boundingBox();
  if (!box) throw new Error('nothing is told');
  for (const other of await others.all()) {
    const its = await other.boundingBox();
    const apart = !its || its.x >= box.x + box.width || its.x + its.width <= box.x || its.y >= box.y + box.height - 1 || its.y + its.height <= box.y + 1;
    expect(apart, await other.evaluate((element) => element.className)).toBe(true);
  }
}
