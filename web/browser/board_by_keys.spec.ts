import { expect, test } from './cafe';
import { press } from './keyboard';
import { Player } from './player';

test('a whole board game is played with the keyboard alone, from the first page to the result', async ({ page }) => {
  // Twice as many turns as a card game, and longer ways.
  test.slow();
  await page.goto('/');
  await press(page.getByRole('button', { name: 'Play the board game' }));
  const me = new Player(page, press);
  await me.play();
  await press(me.result.getByRole('button', { name: 'Look at the café' }));
  await expect(me.result).toBeHidden();
});
