import type { Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { openPreparedGame } from './prepared_games';
import { Player } from './player';
import { register } from './games';

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0';

/** Signs in another device with a code of the first. */
async function linkDevice(first: Page, second: Page): Promise<void> {
  await first.goto('/me');
  await first.getByRole('button', { name: 'Create a code' }).click();
  await second.goto(await first.getByRole('textbox', { name: 'Use another device' }).inputValue());
  await second.getByRole('button', { name: 'Yes, that’s me' }).click();
  await expect(second).toHaveURL(/\/$/);
}

test('a device is signed out in the list of another', async ({ page, newVisitor, pageErrors }) => {
  await openPreparedGame(page, 'card');
  const other = await newVisitor({ ...phone, userAgent: firefox });
  await linkDevice(page, other);
  await other.getByRole('link', { name: 'Continue' }).click();
  await expect(new Player(other).hand.first()).toBeVisible();

  await page.goto('/me');
  const devices = page.getByRole('heading', { name: 'Your devices' }).locator('..');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toContainText(/Chrome on \w+/);
  await expect(devices.getByRole('listitem').filter({ hasText: 'Firefox on Android' })).toContainText('Last used: today');
  pageErrors.expect(/response: 401 /, /console: .* 401/);
  pageErrors.allow(/WebSocket connection to .* failed/);
  await devices.getByRole('button', { name: 'Sign out Firefox on Android' }).click();
  await expect(page.getByRole('alert')).toContainText('Firefox on Android is signed out.');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Your devices' })).toBeFocused();
  // The last device cannot be signed out: nobody could sign in again.
  await expect(devices.getByRole('button')).toHaveCount(0);
  await expect(other.getByRole('heading', { name: /^You’ve been signed out/ })).toBeVisible();
});

test('a device signs itself out', async ({ page, newVisitor }) => {
  await register(page, 'Ann');
  const other = await newVisitor({ userAgent: firefox });
  await linkDevice(page, other);
  await page.goto('/me');
  await page.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/me');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Your devices' })).toHaveCount(0);
  await other.goto('/me');
  await expect(other.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ann');
  await expect(other.getByRole('listitem')).toHaveCount(1);
});
