import { expect, test } from './fixtures';
import { Player } from './player';

// As in a browser that blocks all cookies and site data.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const blocked = { get: (): never => { throw new DOMException('The operation is insecure.', 'SecurityError'); } };
    Object.defineProperty(window, 'localStorage', blocked);
    Object.defineProperty(window, 'sessionStorage', blocked);
  }),
);

test('without local storage the client starts and a game is played', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  const me = new Player(page);
  await me.turn();
  await me.act(me.best());
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('without local storage a lesson of the tutorial works', async ({ page }) => {
  await page.goto('/learn/card');
  await new Player(page).attempt('ITm@d1');
  await expect(page.getByRole('region', { name: 'Well done' })).toBeVisible();
});
