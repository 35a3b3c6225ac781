import { expect, test } from './cafe';
import { Player } from './player';
import { midTurn, playedGame, sitTogether } from './prepare';

test('a guest who sits too early stands up again, and comes back into the hand', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 2)}`);
  await midTurn(me);
  const { placed, player: seat, hand_sizes } = me.view;
  const cards = hand_sizes[seat ?? 0] ?? 0;
  await me.button('Take back').click();
  await expect.poll(() => me.view.placed).toBe(placed - 1);
  await expect(me.hand).toHaveCount(cards + 1);
});

/** Two people, and whoever begins has played a turn: the other one is to move. */
async function oneTurn(ann: Player, ben: Player): Promise<{ mover: Player; other: Player; seat: number }> {
  await sitTogether(ann, ben);
  await expect(ann.hand.first()).toBeVisible();
  await expect(ben.hand.first()).toBeVisible();
  const [mover, other] = ann.view.turn === ann.view.player ? [ann, ben] : [ben, ann];
  const seat = mover.view.turn;
  while (mover.view.turn === seat && mover.view.result === null) await mover.act(mover.best());
  await other.turn();
  await mover.button('Ask to take back').click();
  await expect(mover.panel).toContainText('You asked to take back. The others are deciding.');
  await expect(other.panel).toContainText('would like to take something back.');
  return { mover, other, seat };
}

test('who asks the others to take back gets the turn back when they agree', async ({ page, somebody }) => {
  const { mover, other, seat } = await oneTurn(new Player(page), new Player(await somebody()));
  await other.button('Agree').click();
  await expect.poll(() => mover.view.turn).toBe(seat);
  await expect(mover.panel.getByText('Your turn', { exact: true })).toBeVisible();
  await expect(other.panel).toContainText('is thinking');
});

test('who asks the others to take back is told when they decline, and the game goes on', async ({ page, somebody }) => {
  const { mover, other, seat } = await oneTurn(new Player(page), new Player(await somebody()));
  await other.button('Decline').click();
  await expect(mover.page.getByRole('alert')).toContainText('would rather let it stand.');
  await expect(other.panel.getByText('Your turn', { exact: true })).toBeVisible();
  expect(mover.view.turn).not.toBe(seat);
});
