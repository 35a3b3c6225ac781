import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson } from './prepare';

test('what cannot be taken back is asked first, with what it would pay and why', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await me.choose('RUm');
  await me.chair('c4').click();
  await expect(me.panel).toContainText('RU 4×2 · FR 2');
  await expect(me.panel).toContainText('This fills the table.');
  await expect(me.panel).toContainText('+10');
  await me.button('Take back').click();
  await expect(me.chair('c4')).toHaveAccessibleName(/free/);
  await expect(me.hand).toHaveCount(3);
});

test('who does not want to be asked is not: the guest sits down at once', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Ask before anything that cannot be taken back' }).uncheck();
  await page.keyboard.press('Escape');
  const me = new Player(page);
  await me.choose('RUm');
  await me.chair('c4').click();
  await expect(page.getByRole('region', { name: 'Well done' })).toContainText('+10');
});
