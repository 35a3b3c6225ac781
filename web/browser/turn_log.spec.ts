import { expect, phone, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame, usePreparedGame } from './prepared_games';

test('a past turn is shown in the café until dismissed', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'cardLater');
  await me.turn();
  const log = page.getByRole('region', { name: 'Turns so far' });
  const first = log.getByRole('button').last();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  const notice = page.getByRole('status').filter({ hasText: 'Turn 1 ·' });
  await expect(notice).toBeVisible();
  await expect(page.locator('.cafe.past')).toBeVisible();
  await notice.getByRole('button', { name: 'Back to the game' }).click();
  await expect(notice).toBeHidden();
  await expect(page.locator('.cafe.past')).toBeHidden();
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  for (const seat of Object.keys(me.view.seated)) await expect(me.chair(seat)).not.toHaveAccessibleName(/free/);
});

test('turn log gives a reason for all points', async ({ page }) => {
  await page.goto(`/replay/${await usePreparedGame(page, 'boardOver')}`);
  const turns = page.getByRole('region', { name: 'Turns so far' }).getByRole('listitem');
  for (const [i, turn] of (await turns.all()).entries()) {
    const [points, reasons] = await turn.evaluate((item) => [item.querySelector('.points')?.textContent ?? '', [...item.querySelectorAll('.why')].map((why) => why.textContent ?? '').join('')]);
    if (points !== '') expect(reasons, `turn ${i}: ${points}`).toMatch(/[A-Z]{2} \d|Place \d+ at the bar|Party/);
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('turn log opens over a replay and closes with Escape', async ({ page }) => {
    await page.goto(`/replay/${await usePreparedGame(page, 'cardOver')}`);
    const open = page.getByRole('button', { name: 'Turns' });
    await open.click();
    const sheet = page.getByRole('dialog', { name: 'Turns' });
    await expect(sheet.getByRole('tab', { name: 'Turns' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(open).toBeFocused();
  });
});
