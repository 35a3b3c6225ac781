import { clippedTexts } from './clipped_text';
import { expect, phone, test } from './fixtures';
import { createGame, createRoom, takeSeat } from './games';
import { usePreparedGame } from './prepared_games';
import { languages, textsIn } from './translations';

test('a newcomer is welcomed, a returning player finds the games first', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring the world to the table');
  await expect(page.getByRole('link', { name: /^Learn to play\b.*step by step/ })).toBeVisible();
  await usePreparedGame(page, 'card');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  const headings = page.getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Continue where you left off', 'New game', 'Open games']);
  await expect(page.getByText('Pick a guest')).toHaveCount(0);
  // The next visit starts without the welcome, even before the games are loaded.
  await page.route('**/api/v1/home', () => {});
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test('a turn with a limit of days says until when', async ({ page, newVisitor }) => {
  const friend = await newVisitor();
  await createGame([page, friend], { game: 'card', until: 0, options: { clock: { kind: 'days', per_turn: 1 } } });
  await page.goto('/');
  await friend.goto('/');
  const next = page.getByRole('region', { name: 'Continue where you left off' });
  await expect(next).toContainText(/until tomorrow \d\d:\d\d/);
  await expect(next).toContainText(/Card game · opened \d\d:\d\d/);
  await expect(friend.getByRole('region', { name: 'Continue where you left off' })).toContainText(/until tomorrow \d\d:\d\d/);
});

test('twenty games: no two rows look the same, the most urgent are listed', async ({ page }) => {
  for (let i = 0; i < 20; i += 1) await createGame([page], { game: i % 2 === 0 ? 'card' : 'board', until: 0 });
  await page.goto('/');
  const mine = page.getByRole('region', { name: 'Your games' });
  await expect(mine.getByRole('link')).toHaveCount(6);
  await mine.getByRole('button', { name: 'Show all 20 games' }).click();
  await expect(mine.getByRole('link')).toHaveCount(19);
  const rows = await mine.getByRole('link').allInnerTexts();
  expect(new Set(rows).size).toBe(rows.length);
});

test('a picture shows the tables and the seated guests', async ({ page }) => {
  await usePreparedGame(page, 'board');
  await page.goto('/');
  const picture = page.getByRole('region', { name: 'Continue where you left off' }).locator('svg');
  await expect(picture.locator('.table')).toHaveCount(24);
  expect(await picture.locator('.guest').count()).toBeGreaterThan(0);
});

test('long names and every language fit on a phone', async ({ newVisitor }) => {
  const page = await newVisitor(phone);
  const friend = await newVisitor();
  const { id } = await createRoom(page, { options: { game: 'card', players: 2, clock: { kind: 'days', per_turn: 3 } }, bots: [] });
  await takeSeat(page, id, 0);
  for (let i = 0; i < 2; i += 1) await createGame([page, friend], { game: 'board', until: 0, options: { clock: { kind: 'days', per_turn: 3 }, players: 4 } });
  await page.goto('/');
  for (const language of languages) {
    await page.evaluate((language) => localStorage.setItem('cafe.language', language), language);
    await page.reload();
    await expect(page.getByRole('region', { name: textsIn(language)['home.mine'] }).getByRole('link')).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), language).toBeLessThanOrEqual(0);
    expect(await clippedTexts(page), language).toEqual([]);
  }
});
