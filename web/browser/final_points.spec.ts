import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame, usePreparedGame } from './prepared_games';

for (const game of ['card', 'board'] as const) {
  test(`finished ${game} game: list, sheet and replay agree on points`, async ({ page }) => {
    const id = await usePreparedGame(page, `${game}Over`);
    const me = new Player(page);
    await page.goto(`/t/${id}`);
    await expect(me.result).toBeVisible();
    const { final, penalties } = me.view.result!;
    expect(Math.max(...penalties), 'a player has a penalty').toBeGreaterThan(0);
    const total = await me.result.locator('td.total').allInnerTexts();
    expect(total.map(parsePoints).sort()).toEqual([...final].sort());

    await me.result.getByRole('button', { name: 'View the café' }).click();
    expect(await listed(page)).toEqual(final);
    await page.getByRole('tab', { name: 'Score sheet' }).click();
    const sheet = page.getByRole('row', { name: /^Total/ }).getByRole('cell');
    await expect.poll(async () => (await sheet.allInnerTexts()).map(parsePoints)).toEqual(final);

    await page.goto(`/replay/${id}`);
    await page.getByRole('button', { name: 'Go to the end' }).click();
    await expect.poll(() => listed(page)).toEqual(final);
    // Penalties are paid with the last step.
    await page.getByRole('button', { name: 'One step back' }).click();
    await expect.poll(() => listed(page)).not.toEqual(final);
  });
}

test('a past turn of a finished game shows the points of then', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'cardOver');
  await me.result.getByRole('button', { name: 'View the café' }).click();
  await page.getByRole('tab', { name: 'Score sheet' }).click();
  await page.getByRole('button', { name: 'Show turn 1', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
  // The other player had not played yet.
  const points = await listed(page);
  expect(Math.min(...points)).toBe(0);
  expect(points).not.toEqual(me.view.result!.final);
});

/** The points in the list of players, by player. */
async function listed(page: Page): Promise<number[]> {
  return (await page.getByRole('list', { name: 'Players' }).locator('[data-score]').allInnerTexts()).map(parsePoints);
}

function parsePoints(text: string): number {
  return Number(text.replace('−', '-'));
}
