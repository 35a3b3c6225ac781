import { expect, test } from './cafe';
import { playedGame } from './prepare';

test('who goes to another place is led to its title, there and back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play with friends' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Open a table' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Rules' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a place within a page does not lead away from it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeAttached();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('who follows a list to a game is led to the name of the game', async ({ page }) => {
  await playedGame(page, 'board', 1);
  await page.goto('/');
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Board game' })).toBeFocused();
});

test('Escape puts the settings away, and the keyboard is where it was before', async ({ page }) => {
  await page.goto('/');
  const settings = page.getByRole('banner').getByRole('button', { name: 'Settings' });
  await settings.press('Enter');
  await page.getByRole('button', { name: 'Lamplight' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Lamplight' })).toBeHidden();
  await expect(settings).toBeFocused();
});
