import { expect, test } from './cafe';
import { Player } from './player';
import { sitTogether } from './prepare';

test('two people in two browsers sit down at one table by its link, and each sees what the other does', async ({ page, somebody }) => {
  const [ann, ben] = [new Player(page), new Player(await somebody())];
  await ann.page.goto('/new');
  await ann.page.getByRole('button', { name: 'Open the table' }).click();
  const link = await ann.page.getByRole('textbox', { name: 'Invite your friends' }).inputValue();
  await expect(ann.page.getByRole('button', { name: 'Start the game' })).toBeDisabled();

  await ben.page.goto(link);
  await ben.page.getByRole('button', { name: 'Sit down here' }).click();
  await expect(ben.page.getByText('The host starts the game.')).toBeVisible();
  await ann.page.getByRole('button', { name: 'Start the game' }).click();

  // Whoever was dealt the first turn: both play two of theirs.
  for (let turns = 0; turns < 4; turns += 1) {
    const [mover, other] = (await begins(ann)) ? [ann, ben] : [ben, ann];
    const seat = mover.view.turn;
    while (mover.view.turn === seat && mover.view.result === null) await mover.act(mover.best());
    await expect.poll(() => other.view.seq).toBe(mover.view.seq);
    expect(other.view.seated).toEqual(mover.view.seated);
    for (const chair of Object.keys(mover.view.seated)) await expect(other.chair(chair)).not.toHaveAccessibleName(/free/);
  }
});

test('what somebody holds is not told to the other, only how many cards', async ({ page, somebody }) => {
  const [ann, ben] = [new Player(page), new Player(await somebody())];
  await sitTogether(ann, ben);
  await expect(ben.hand.first()).toBeVisible();
  const mine = ben.view.player ?? -1;
  expect(ben.view.hands[mine]).not.toBeNull();
  expect(ben.view.hands[1 - mine]).toBeNull();
  await expect(ben.page.getByRole('list', { name: 'Players' })).toContainText(`${ben.view.hand_sizes[1 - mine]}`);
});

async function begins(player: Player): Promise<boolean> {
  await expect(player.panel.getByText('Your turn', { exact: true }).or(player.panel.getByText('is thinking'))).toBeVisible();
  return player.view.turn === player.view.player;
}
