import { expect, test } from './cafe';
import { Player } from './player';
import { playedTogether } from './prepare';

test('two people play again: both come to the same new table, on their old chairs', async ({ page, somebody }) => {
  const [ann, ben] = [new Player(page), new Player(await somebody())];
  await ann.page.goto('/');
  await ben.page.goto('/');
  const id = await playedTogether(ann.page, ben.page, 'card');
  for (const { page } of [ann, ben]) await page.goto(`/t/${id}`);
  await ann.result.getByRole('button', { name: 'Play again' }).click();
  await expect(ann.page).not.toHaveURL(new RegExp(id));
  await ben.result.getByRole('link', { name: 'To the next game' }).click();
  await expect(ben.page).toHaveURL(ann.page.url());
  for (const player of [ann, ben]) await expect(player.hand).toHaveCount(7);
});
