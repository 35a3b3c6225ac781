import { expect, phone, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

test('a turn that is opened in the story is shown in the café, until one goes back to now', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 4)}`);
  await me.turn();
  const story = page.getByRole('region', { name: 'What happened' });
  const first = story.getByRole('button').last();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  const sign = page.getByRole('status').filter({ hasText: 'Turn 1 ·' });
  await expect(sign).toBeVisible();
  await expect(page.locator('.cafe.past')).toBeVisible();
  await sign.getByRole('button', { name: 'Back to the game' }).click();
  await expect(sign).toBeHidden();
  await expect(page.locator('.cafe.past')).toBeHidden();
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  for (const seat of Object.keys(me.view.seated)) await expect(me.chair(seat)).not.toHaveAccessibleName(/free/);
});

test('the story gives a reason for all points', async ({ page }) => {
  await page.goto(`/replay/${await playedGame(page, 'board', 'over')}`);
  const turns = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  for (const [i, turn] of (await turns.all()).entries()) {
    const [points, reasons] = await turn.evaluate((one) => [one.querySelector('.points')?.textContent ?? '', [...one.querySelectorAll('.why')].map((why) => why.textContent ?? '').join('')]);
    if (points !== '') expect(reasons, `turn ${i}: ${points}`).toMatch(/[A-Z]{2} \d|Place \d+ at the bar|Party/);
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the story comes up over a replay, takes the keyboard, and Escape puts it away', async ({ page }) => {
    await page.goto(`/replay/${await playedGame(page, 'card', 'over')}`);
    const open = page.getByRole('button', { name: 'Turns' });
    await open.click();
    const sheet = page.getByRole('dialog', { name: 'Turns' });
    await expect(sheet.getByRole('tab', { name: 'Turns' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(open).toBeFocused();
  });
});
