import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame, usePreparedGame } from './prepared_games';

test('sharing a private game opens its replay to everyone', async ({ page, context, newVisitor, pageErrors }) => {
  pageErrors.expect(/response: 403 GET .*replay/, /console: .* 403 /);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await usePreparedGame(page, 'cardOverPrivate');
  const stranger = await newVisitor();
  await stranger.goto(`/replay/${id}`);
  await expect(stranger.getByRole('heading', { name: 'Only its players can see this game.' })).toBeVisible();

  await page.goto(`/t/${id}`);
  const { result } = new Player(page);
  await result.getByRole('button', { name: 'Share game' }).click();
  await expect(result.getByRole('status')).toHaveText('Link copied. Anyone with it can watch the game.');
  await stranger.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await stranger.getByRole('button', { name: 'One step forward' }).click();
  await expect(stranger.getByText(/^Step 1 of/)).toBeVisible();
});

test('deal check of a finished game passes', async ({ page }) => {
  await openPreparedGame(page, 'cardOver');
  await new Player(page).result.getByRole('button', { name: 'Check the deal' }).click();
  const deal = page.getByRole('dialog', { name: 'Was the deal fair?' });
  await expect(deal).toContainText('Everything matches: the deal was fair.');
  await expect(deal.getByRole('img', { name: 'matches', exact: true })).toHaveCount(3);
  await deal.getByText('Show the numbers').click();
  await expect(deal.getByText('The server’s secret number', { exact: true })).toBeVisible();
  await deal.getByRole('button', { name: 'Close' }).click();
  await expect(deal).toBeHidden();
});
