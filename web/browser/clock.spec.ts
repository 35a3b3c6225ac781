import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('clock shows the time left of a turn', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'cardClock');
  await me.turn();
  const clock = me.panel.getByRole('timer', { name: /^Time left: \d+:\d\d$/ });
  await expect(clock).toBeVisible();
  const before = await clock.innerText();
  await expect(clock).not.toHaveText(before);
});

test('a game without a time limit has no clock', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'card');
  await me.turn();
  await expect(me.panel.getByRole('timer')).toHaveCount(0);
});
