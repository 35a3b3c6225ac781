import { expect, test } from './fixtures';
import { openLesson } from './games';
import { Player } from './player';

test('an action that cannot be undone shows its points and asks', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await me.choose('RUm');
  await me.chair('c4').click();
  await expect(me.panel).toContainText('RU 4×2 · FR 2');
  await expect(me.panel).toContainText('This fills the table and clears it right away.');
  await expect(me.panel).toContainText('+10');
  await me.button('Cancel').click();
  await expect(me.chair('c4')).toHaveAccessibleName(/free/);
  await expect(me.hand).toHaveCount(3);
});

test('without confirmation the guest sits down at once', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Confirm moves that can’t be undone' }).uncheck();
  await page.keyboard.press('Escape');
  const me = new Player(page);
  await me.choose('RUm');
  await me.chair('c4').click();
  await expect(page.getByRole('region', { name: 'Well done' })).toContainText('+10');
});
