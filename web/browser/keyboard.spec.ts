import { expect, test } from './cafe';
import { press } from './keyboard';
import { Player } from './player';

for (const [game, door] of [
  ['card', 'Play now'],
  ['board', 'Play the board game'],
] as const) {
  test(`a whole ${game} game is played with the keyboard alone, from the first page to the result`, async ({ page }) => {
    // Many steps to every chair.
    test.slow();
    await page.goto('/');
    await press(page.getByRole('button', { name: door }));
    const me = new Player(page, press);
    await me.play();
    await press(me.result.getByRole('button', { name: 'Look at the café' }));
    await expect(me.result).toBeHidden();
  });
}

test('the arrow keys walk through hand and café, and Escape lets the chosen guest go', async ({ page }) => {
  await page.goto('/');
  await press(page.getByRole('button', { name: 'Play now' }));
  const me = new Player(page, press);
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
  await expect(me.cafe.locator(':focus')).toHaveAccessibleName(/^(Chair|Table) /);
});

test('the first key press offers to skip what is above the content', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport();
});
