import { expect, test } from './fixtures';
import { Player } from './player';
import { playGame } from './games';

test('deal check uses the share remembered by this device', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  await page.getByRole('link', { name: 'Café International' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(me.hand.first()).toBeVisible();

  const address = page.url();
  await page.goto('/healthz');
  await playGame([page], address.split('/').at(-1) ?? '', 'over');
  await page.goto(address);
  await me.result.getByRole('button', { name: 'Check the deal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Was the deal fair?' });
  await expect(dialog).toContainText('Everything matches: the deal was fair.');
  await expect(dialog).toContainText('The fingerprint and your random number are the ones saved on this device.');
});
