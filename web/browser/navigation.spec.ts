import { expect, phone, test } from './fixtures';
import { openPreparedGame } from './prepared_games';

const pages = [
  ['/', 'Home'],
  ['/learn', 'Learn'],
  ['/rules', 'Rules'],
  ['/me', 'Profile'],
] as const;

test.describe('on a phone', () => {
  test.use(phone);

  test('the main menu is at the bottom, marks the page and covers nothing', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const [path, name] of pages) {
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(menu.locator('[aria-current]')).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { bottom, height, contentEnd } = await page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        const menu = document.querySelector('header nav')!.getBoundingClientRect();
        return { bottom: Math.round(innerHeight - menu.bottom), height: menu.height, contentEnd: menu.top - document.querySelector('main')!.getBoundingClientRect().bottom };
      });
      expect(bottom).toBe(0);
      expect(height).toBeGreaterThanOrEqual(44);
      expect(contentEnd, path).toBeGreaterThanOrEqual(-1);
    }
  });

  test('a table has no main menu', async ({ page }) => {
    await openPreparedGame(page, 'card');
    await expect(page.getByRole('link', { name: 'Rules' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  });
});

test('a wide screen has the menu in the header and marks the page', async ({ page }) => {
  await page.goto('/rules/board');
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'Home' })).toBeHidden();
});
