import { expect, test } from './fixtures';
import { Player } from './player';
import { openLesson } from './games';

test('cards face down: the owner sees them, others their number', async ({ page }) => {
  await openLesson(page, 'card', 'nation', { down: [['GBf', 'TRf'], ['CUm']] });
  await expect(new Player(page).hand.first()).toBeVisible();
  const [me, other] = await page.getByRole('list', { name: 'Players' }).getByRole('listitem').all();
  await expect(me!.getByRole('img')).toHaveCount(2);
  await expect(me!.getByRole('img', { name: 'British lady' })).toBeVisible();
  await expect(me!).toContainText('2 face down');
  await expect(other!).toContainText('1 face down');
  await expect(other!.getByRole('img')).toHaveCount(0);
});
