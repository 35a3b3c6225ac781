import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('two players join by link and see each other’s actions', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await ann.page.goto('/new');
  await ann.page.getByRole('button', { name: 'Open game' }).click();
  const link = await ann.page.getByRole('textbox', { name: 'Invite friends' }).inputValue();
  await expect(ann.page.getByRole('button', { name: 'Start game' })).toBeDisabled();

  await ben.page.goto(link);
  await ben.page.getByRole('button', { name: 'Sit here' }).click();
  await expect(ben.page.getByText('The host starts the game.')).toBeVisible();
  await ann.page.getByRole('button', { name: 'Start game' }).click();

  // Both play two turns; the deal decides who begins.
  for (let turns = 0; turns < 4; turns += 1) {
    const [mover, other] = (await isToMove(ann)) ? [ann, ben] : [ben, ann];
    const { turn } = mover.view;
    while (mover.view.turn === turn && mover.view.result === null) await mover.act(mover.best());
    await expect.poll(() => other.view.seq).toBe(mover.view.seq);
    expect(other.view.seated).toEqual(mover.view.seated);
    for (const chair of Object.keys(mover.view.seated)) await expect(other.chair(chair)).not.toHaveAccessibleName(/free/);
  }
});

test('a player receives only the size of another’s hand', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await openPreparedGame(ann.page, 'together', 0);
  await openPreparedGame(ben.page, 'together', 1);
  await expect(ben.hand.first()).toBeVisible();
  const me = ben.view.player ?? -1;
  expect(ben.view.hands[me]).not.toBeNull();
  expect(ben.view.hands[1 - me]).toBeNull();
  await expect(ben.page.getByRole('list', { name: 'Players' })).toContainText(`${ben.view.hand_sizes[1 - me]}`);
});

async function isToMove(player: Player): Promise<boolean> {
  await expect(player.panel.getByText('Your turn', { exact: true }).or(player.panel.getByText('is thinking'))).toBeVisible();
  return player.view.turn === player.view.player;
}
