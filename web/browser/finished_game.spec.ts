import { expect, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

test('a game that was for its players only opens to strangers when a player shares its link', async ({ page, context, somebody, watch }) => {
  watch.expects(/answer: 403 GET .*replay/, /console: .* 403 /);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await playedGame(page, 'card', 'over', { spectators: false });
  const stranger = await somebody();
  await stranger.goto(`/replay/${id}`);
  await expect(stranger.getByRole('heading', { name: 'This table is for its players only.' })).toBeVisible();

  await page.goto(`/t/${id}`);
  const { result } = new Player(page);
  await result.getByRole('button', { name: 'Share the game' }).click();
  await expect(result.getByRole('status')).toHaveText('The link is copied. Whoever has it can watch the game.');
  await stranger.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await stranger.getByRole('button', { name: 'One step on' }).click();
  await expect(stranger.getByText(/^Step 1 of/)).toBeVisible();
});

test('after the game everybody can check that the deal was fair', async ({ page }) => {
  await page.goto(`/t/${await playedGame(page, 'card', 'over')}`);
  await new Player(page).result.getByRole('button', { name: 'Check the deal' }).click();
  const deal = page.getByRole('dialog', { name: 'Was the deal fair?' });
  await expect(deal).toContainText('Everything fits: the deal was fair.');
  await expect(deal.getByRole('img', { name: 'fits', exact: true })).toHaveCount(3);
  await deal.getByText('The numbers').click();
  await expect(deal.getByText('Secret of the house')).toBeVisible();
  await deal.getByRole('button', { name: 'Close' }).click();
  await expect(deal).toBeHidden();
});
