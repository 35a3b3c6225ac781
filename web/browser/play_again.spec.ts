import { expect, test } from './fixtures';
import { openPreparedGame } from './prepared_games';

test('Play again opens a new game; other tabs get a link to it', async ({ page, context }) => {
  const id = await openPreparedGame(page, 'cardOver');
  const [reading, looking] = [await context.newPage(), await context.newPage()];
  for (const other of [reading, looking]) await other.goto(`/t/${id}`);
  await looking.getByRole('button', { name: 'View the café' }).click();
  await expect(looking.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByRole('list', { name: 'Your hand' })).toBeVisible();

  for (const other of [reading, looking]) await expect(other.getByRole('link', { name: 'Next game' }).first()).toBeVisible();
  await reading.getByRole('button', { name: 'View the café' }).click();
  await expect(reading.getByRole('dialog')).toBeHidden();
  for (const other of [reading, looking]) await expect(other).toHaveURL(new RegExp(id));
  await looking.getByRole('link', { name: 'Next game' }).click();
  await expect(looking).toHaveURL(page.url());
});
