import { expect, test } from './cafe';
import { Player } from './player';
import { playToTheEnd } from './prepare';

test('the deal of a game to which one came back is found fair', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  await page.getByRole('link', { name: 'Café International' }).click();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(me.hand.first()).toBeVisible();

  await playToTheEnd(page, page.url().split('/').at(-1) ?? '');
  await me.result.getByRole('button', { name: 'Check the deal' }).click();
  const checked = page.getByRole('dialog', { name: 'Was the deal fair?' });
  await expect(checked).toContainText('Everything fits: the deal was fair.');
  await expect(checked).toContainText('Seal and share are those that this device remembers.');
});
