import { expect, phone, test } from './fixtures';
import { keyboard } from './keyboard_input';
import { Player, mouse, touch } from './player';

const endReasons = /No table is left|The last guest|closed the café|The last chair|The bar is full|Only one player|nearly empty|no guest left|Nobody can/;

// One whole game per input method; tutorials and prepared games use the other combinations.
test.slow();
// Snapshots of every key press would take most of the time.
test.use({ trace: 'off' });

test('board game with the mouse, from home to the result', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the board game' }).click();
  const me = new Player(page, mouse);
  await me.play();
  await expect(me.result.getByRole('row')).toHaveCount(3);
  await expect(me.result).toContainText(endReasons);
});

test('card game with the keyboard alone, from home to the result', async ({ page }) => {
  await page.goto('/');
  await keyboard(page.getByRole('button', { name: 'Play now' }));
  const me = new Player(page, keyboard);
  await me.play();
  await expect(me.result).toContainText(endReasons);
  await keyboard(me.result.getByRole('button', { name: 'Look at the café' }));
  await expect(me.result).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('card game by touch, never wider than the screen', async ({ page }) => {
    const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.goto('/');
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Play now' }).tap();
    const me = new Player(page, touch);
    await me.turn();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await me.play();
    await expect(me.result.getByRole('row')).toHaveCount(3);
    await expect(me.result.getByRole('button', { name: 'Play again' })).toBeInViewport();
  });
});
