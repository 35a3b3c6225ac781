import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';
import { midTurn, playedGame } from './prepare';

/** A card game in which one has seated a guest and may seat another. */
async function begun(page: Page): Promise<Player> {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 2)}`);
  await midTurn(me);
  return me;
}

test('whoever loads the page anew in mid-turn finds the turn as it was', async ({ page }) => {
  const me = await begun(page);
  const before = me.view;
  await page.reload();
  await expect(me.panel.getByText(`${before.placed} of 3 seated`)).toBeVisible();
  await expect(me.hand).toHaveCount(before.hand_sizes[before.player ?? 0] ?? 0);
  await me.act('end');
  expect(me.view.seq).toBeGreaterThan(before.seq);
});

test('a table in two tabs is the same table: what is done in one is seen in the other, and either may go on', async ({ page, context }) => {
  const first = await begun(page);
  const second = new Player(await context.newPage());
  await second.page.goto(page.url());
  await expect(second.hand).toHaveCount(await first.hand.count());
  await second.act('end');
  await expect.poll(() => first.view.seq - second.view.seq).toBe(0);
  await first.turn();
  if (first.view.result === null) {
    await first.act(first.best());
    await expect.poll(() => first.view.seq - second.view.seq).toBe(0);
  }
});
