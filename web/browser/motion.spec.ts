import { expect, test } from './fixtures';
import { BriefElements } from './brief_elements';
import { Player } from './player';
import { openLesson } from './games';

// All other tests prefer reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a full table leaves, its points rise and fly to the score', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  const [trays, popups, flights] = [await BriefElements.observe(page, '.tray'), await BriefElements.observe(page, '.pill.rise'), await BriefElements.observe(page, '.flying')];
  await me.attempt('RUm@c4');
  await expect.poll(() => trays.texts).toHaveLength(1);
  await expect.poll(() => popups.texts.join()).toContain('+10 RU 4×2 FR 2');
  await expect.poll(() => flights.texts).toEqual(['+10']);
  await expect(page.locator('.tray, .pill.rise, .flying')).toHaveCount(0);
  await expect(page.locator('[data-score="0"]')).toHaveText('22');
});

test('points of the bar fly to the score', async ({ page }) => {
  await openLesson(page, 'board', 'bar');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  const flights = await BriefElements.observe(page, '.flying');
  await me.attempt('bar GBm');
  await expect.poll(() => flights.texts).toEqual(['+3']);
  await expect(page.locator('.flying')).toHaveCount(0);
  await expect(page.locator('[data-score="0"]')).toHaveText('15');
});
