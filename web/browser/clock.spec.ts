import { expect, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

test('where a turn has its time, the clock shows what is left of it', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1, { clock: { kind: 'seconds', per_turn: 600 } })}`);
  await me.turn();
  const clock = me.panel.getByRole('timer', { name: /^Time left: \d+:\d\d$/ });
  await expect(clock).toBeVisible();
  const before = await clock.innerText();
  await expect(clock).not.toHaveText(before);
});

test('where nobody is in a reconnectNow there is no clock', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await me.turn();
  await expect(me.panel.getByRole('timer')).toHaveCount(0);
});
