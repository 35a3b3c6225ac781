import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openLesson } from './games';

test('sounds are off until switched on, and stay on', async ({ page }) => {
  await page.addInitScript(countSounds);
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await me.attempt('RUm@c4');
  await expect(page.getByRole('region', { name: 'Well done' })).toContainText('+10');
  expect(await soundCount(page)).toBe(0);

  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  const sounds = page.getByRole('switch', { name: 'Sounds' });
  await expect(sounds).not.toBeChecked();
  await sounds.check();
  // Switching on plays a sample.
  await expect.poll(() => soundCount(page)).toBeGreaterThan(0);

  await page.reload();
  expect(await soundCount(page)).toBe(0);
  await me.attempt('RUm@c4');
  await expect(page.getByRole('region', { name: 'Well done' })).toContainText('+10');
  await expect.poll(() => soundCount(page)).toBeGreaterThan(0);
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await expect(sounds).toBeChecked();
});

/** Counts sounds that are started. Runs before the page's own scripts. */
function countSounds(): void {
  const counter = window as unknown as { sounds: number };
  counter.sounds = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  const counted = function (this: AudioScheduledSourceNode, when?: number): void {
    counter.sounds += 1;
    start.call(this, when);
  };
  AudioScheduledSourceNode.prototype.start = counted;
  AudioBufferSourceNode.prototype.start = counted;
}

function soundCount(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { sounds: number }).sounds);
}
