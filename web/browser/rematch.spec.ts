import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('rematch takes both players to the same new game', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  const id = await openPreparedGame(ann.page, 'togetherOver', 0);
  await openPreparedGame(ben.page, 'togetherOver', 1);
  await ann.result.getByRole('button', { name: 'Play again' }).click();
  await expect(ann.page).not.toHaveURL(new RegExp(id));
  await ben.result.getByRole('link', { name: 'Next game' }).click();
  await expect(ben.page).toHaveURL(ann.page.url());
  for (const player of [ann, ben]) await expect(player.hand).toHaveCount(7);
});
