import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('undo returns the guest to the hand', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'cardMidTurn');
  await me.turn();
  const { placed, player, hand_sizes } = me.view;
  const cards = hand_sizes[player ?? 0] ?? 0;
  await me.button('Undo').click();
  await expect.poll(() => me.view.placed).toBe(placed - 1);
  await expect(me.hand).toHaveCount(cards + 1);
});

/** One player has played a turn and asks to take it back. */
async function askForUndo(ann: Player, ben: Player): Promise<{ asking: Player; other: Player; turn: number }> {
  await openPreparedGame(ann.page, 'together', 0);
  await openPreparedGame(ben.page, 'together', 1);
  await expect(ann.hand.first()).toBeVisible();
  await expect(ben.hand.first()).toBeVisible();
  const [asking, other] = ann.view.turn === ann.view.player ? [ann, ben] : [ben, ann];
  const { turn } = asking.view;
  while (asking.view.turn === turn && asking.view.result === null) await asking.act(asking.best());
  await other.turn();
  await asking.button('Ask to undo').click();
  await expect(asking.panel).toContainText('You asked to undo. Waiting for the others.');
  await expect(other.panel).toContainText('wants to undo a move.');
  return { asking, other, turn };
}

test('an agreed undo returns the turn', async ({ page, newVisitor }) => {
  const { asking, other, turn } = await askForUndo(new Player(page), new Player(await newVisitor()));
  await other.button('Allow').click();
  await expect.poll(() => asking.view.turn).toBe(turn);
  await expect(asking.panel.getByText('Your turn', { exact: true })).toBeVisible();
  await expect(other.panel).toContainText('is thinking');
});

test('a declined undo is announced, and the game goes on', async ({ page, newVisitor }) => {
  const { asking, other, turn } = await askForUndo(new Player(page), new Player(await newVisitor()));
  await other.button('Decline').click();
  await expect(asking.page.getByRole('alert')).toContainText('declined the undo.');
  await expect(other.panel.getByText('Your turn', { exact: true })).toBeVisible();
  expect(asking.view.turn).not.toBe(turn);
});
