import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

/** Opens the command line in the player's turn. */
async function openCommandLine(page: Page): Promise<{ me: Player; line: Locator; field: Locator }> {
  const me = new Player(page);
  await openPreparedGame(page, 'card');
  await me.turn();
  await page.keyboard.press('/');
  const line = page.getByRole('dialog', { name: 'Your move' });
  const field = line.getByRole('combobox');
  await expect(field).toBeFocused();
  return { me, line, field };
}

test('a typed action is played, Escape closes the line', async ({ page }) => {
  const { me, line, field } = await openCommandLine(page);
  const { seq } = me.view;
  const action = me.best();
  await field.pressSequentially(action);
  await expect(line.getByRole('option', { name: action })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => me.view.seq).toBeGreaterThan(seq);
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
});

test('arrows select a suggestion and Tab completes it', async ({ page }) => {
  const { me, line, field } = await openCommandLine(page);
  await expect(line.getByRole('option')).toHaveCount(Math.min(40, me.view.legal.length));
  await page.keyboard.press('ArrowDown');
  const action = await line.getByRole('option', { selected: true }).locator('code').innerText();
  expect(me.view.legal.map((legal) => legal.action)).toContain(action);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(action);
  await expect(line.getByText('1 possible move.')).toBeVisible();
});

test('ArrowUp selects and reveals the last suggestion', async ({ page }) => {
  const { me, line, field } = await openCommandLine(page);
  await page.keyboard.press('ArrowUp');
  const options = line.getByRole('option');
  const last = options.last();
  await expect(options).toHaveCount(Math.min(40, me.view.legal.length));
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(field).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '');
});

test('an illegal action is refused with a reason and stays', async ({ page }) => {
  const { me, line, field } = await openCommandLine(page);
  const { seq } = me.view;
  for (const [typed, sentence] of [
    ['a cup of tea', 'That’s not a move. Write it like RUm@c4, draw or end.'],
    ['end', 'You can’t do that now.'],
  ] as const) {
    await field.fill(typed);
    await page.keyboard.press('Enter');
    await expect(line.getByRole('alert')).toHaveText(sentence);
    await expect(field).toHaveValue(typed);
  }
  expect(me.view.seq).toBe(seq);
});
