import { expect, test } from './fixtures';
import { keyboard } from './keyboard_input';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('arrow keys walk through hand and café, Escape deselects', async ({ page }) => {
  await openPreparedGame(page, 'card');
  const me = new Player(page, keyboard);
  await me.turn();
  await me.hand.first().focus();
  await page.keyboard.press('ArrowRight');
  const second = me.hand.nth(1);
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(second).toHaveAttribute('aria-pressed', 'false');
  await me.chair('c2').focus();
  await page.keyboard.press('ArrowUp');
  await expect(me.chair('c2')).not.toBeFocused();
  await expect(me.cafe.locator(':focus')).toHaveAccessibleName(/^(Chair |[A-Z]{2}, )/);
});

test('board game: two actions with the keyboard alone', async ({ page }) => {
  await openPreparedGame(page, 'board');
  const me = new Player(page, keyboard);
  await me.turn();
  await me.act(me.best());
  await me.turn();
  await me.act(me.best());
});

test('first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
