import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('rules open over a game, which goes on behind them', async ({ page, newVisitor }) => {
  const ann = new Player(page);
  const ben = new Player(await newVisitor());
  const id = await openPreparedGame(page, 'together', 0);
  await openPreparedGame(ben.page, 'together', 1);
  await expect(ann.hand.first()).toBeVisible();
  await expect(ben.hand.first()).toBeVisible();
  const [mover, reader] = ann.view.turn === ann.view.player ? [ann, ben] : [ben, ann];
  await reader.page.getByRole('banner').getByRole('link', { name: 'Rules' }).click();
  const rules = reader.page.getByRole('dialog', { name: 'Rules' });
  await expect(rules.getByRole('heading', { name: 'Rules', level: 2 })).toBeVisible();
  await expect(rules).toBeFocused();
  await expect(reader.page).toHaveURL(new RegExp(`/t/${id}\\?rules=card$`));
  const { seq } = reader.view;
  await mover.act(mover.best());
  await expect.poll(() => reader.view.seq).toBeGreaterThan(seq);
  await expect(rules).toBeVisible();
  // Keys of the game do nothing meanwhile.
  await reader.page.keyboard.press('?');
  await expect(reader.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  await rules.getByRole('link', { name: 'Board game' }).click();
  await expect(reader.page).toHaveURL(/\?rules=board$/);
  await rules.getByRole('button', { name: 'Close' }).click();
  await expect(rules).toHaveCount(0);
  await expect(reader.page).toHaveURL(new RegExp(`/t/${id}$`));
  await expect(reader.page.getByRole('banner').getByRole('link', { name: 'Rules' })).toBeFocused();
});

test('the back button closes the rules, and a link opens them with the game', async ({ page }) => {
  const id = await openPreparedGame(page, 'board');
  await page.getByRole('banner').getByRole('link', { name: 'Rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules' });
  await expect(rules.getByRole('heading', { name: 'The bar' })).toBeAttached();
  await page.goBack();
  await expect(rules).toHaveCount(0);
  await expect(new Player(page).hand.first()).toBeVisible();
  await page.goto(`/t/${id}?rules=board`);
  await expect(rules).toBeVisible();
});
