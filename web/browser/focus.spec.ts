import { expect, test } from './fixtures';
import { usePreparedGame } from './prepared_games';

test('navigation moves the focus to the new title', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play with friends' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Open a game' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Rules' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('opening a game moves the focus to its title', async ({ page }) => {
  await usePreparedGame(page, 'board');
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Board game' })).toBeFocused();
});

test('Escape closes the settings and restores the focus', async ({ page }) => {
  await page.goto('/');
  const settings = page.getByRole('banner').getByRole('button', { name: 'Settings' });
  await settings.press('Enter');
  await page.getByRole('button', { name: 'Dark' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Dark' })).toBeHidden();
  await expect(settings).toBeFocused();
});
