import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

async function openMidTurn(page: Page): Promise<Player> {
  const me = new Player(page);
  await openPreparedGame(page, 'cardMidTurn');
  await me.turn();
  return me;
}

test('reloading in mid-turn keeps the turn', async ({ page }) => {
  const me = await openMidTurn(page);
  const before = me.view;
  await page.reload();
  await expect(me.panel.getByText(`${before.placed} of 3 seated`)).toBeVisible();
  await expect(me.hand).toHaveCount(before.hand_sizes[before.player ?? 0] ?? 0);
  await me.act('end');
  expect(me.view.seq).toBeGreaterThan(before.seq);
});

test('two tabs of one player show the same game', async ({ page, context }) => {
  const first = await openMidTurn(page);
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
