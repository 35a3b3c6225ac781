import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson } from './prepare';

test('the café makes no sound unless it was asked to, and remembers that it was', async ({ page }) => {
  await page.addInitScript(listen);
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await me.attempt('RUm@c4');
  await expect(page.getByRole('region', { name: 'Well done' })).toContainText('+10');
  expect(await heard(page)).toBe(0);

  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  const sounds = page.getByRole('switch', { name: 'Sounds' });
  await expect(sounds).not.toBeChecked();
  await sounds.check();
  // It lets itself be heard at once.
  expect(await heard(page)).toBeGreaterThan(0);

  await page.reload();
  expect(await heard(page)).toBe(0);
  await me.attempt('RUm@c4');
  await expect(page.getByRole('region', { name: 'Well done' })).toContainText('+10');
  expect(await heard(page)).toBeGreaterThan(0);
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await expect(sounds).toBeChecked();
});

/** Counts what is begun to be played. Runs in the page before anything else does. */
function listen(): void {
  const all = window as unknown as { heard: number };
  all.heard = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  const counted = function (this: AudioScheduledSourceNode, when?: number): void {
    all.heard += 1;
    start.call(this, when);
  };
  AudioScheduledSourceNode.prototype.start = counted;
  AudioBufferSourceNode.prototype.start = counted;
}

function heard(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { heard: number }).heard);
}
