import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson } from './prepare';

test('what lies face down is shown to its owner, and only its number to the others', async ({ page }) => {
  await openLesson(page, 'card', 'nation', { down: [['GBf', 'TRf'], ['CUm']] });
  await expect(new Player(page).hand.first()).toBeVisible();
  const [me, other] = await page.getByRole('list', { name: 'Players' }).getByRole('listitem').all();
  await expect(me!.getByRole('img')).toHaveCount(2);
  await expect(me!.getByRole('img', { name: 'Great Britain, lady' })).toBeVisible();
  await expect(me!).toContainText('2 face down');
  await expect(other!).toContainText('1 face down');
  await expect(other!.getByRole('img')).toHaveCount(0);
});
