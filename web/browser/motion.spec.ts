import { expect, test } from './cafe';
import { Coming } from './coming';
import { Player } from './player';
import { openLesson } from './prepare';

// All other tests are for those who want no motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a full table leaves on a tray, its points rise with their reason and fly to the score', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  const [trays, scorePopups, flights] = [await Coming.of(page, '.tray'), await Coming.of(page, '.pill.rise'), await Coming.of(page, '.flying')];
  await me.attempt('RUm@c4');
  await expect.poll(() => trays.texts).toHaveLength(1);
  await expect.poll(() => scorePopups.texts.join()).toContain('+10RU 4×2 · FR 2');
  await expect.poll(() => flights.texts).toEqual(['+10']);
  await expect(page.locator('.tray, .pill.rise, .flying')).toHaveCount(0);
  await expect(page.locator('[data-score="0"]')).toHaveText('22');
});

test('what the bar pays flies to the score as well', async ({ page }) => {
  await openLesson(page, 'board', 'bar');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  const flights = await Coming.of(page, '.flying');
  await me.attempt('bar GBm');
  await expect.poll(() => flights.texts).toEqual(['+3']);
  await expect(page.locator('.flying')).toHaveCount(0);
  await expect(page.locator('[data-score="0"]')).toHaveText('15');
});
