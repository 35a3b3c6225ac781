import type { Locator, Page } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';

// The first lesson is a table like every other, and the same guests come every time.
test.beforeEach(({ page }) => page.goto('/learn/card'));

/** Picks a guest up with the mouse and carries them to the middle of something. */
async function carry(page: Page, guest: Locator, to: Locator): Promise<void> {
  await guest.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error('one cannot carry anybody to what is not seen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
}

test('a guest who is dragged to a glowing chair sits there', async ({ page }) => {
  const me = new Player(page);
  await carry(page, me.hand.and(page.getByRole('button', { name: 'Italy, gentleman' })), me.chair('d1'));
  await expect(me.offers.and(me.chair('d1'))).toBeVisible();
  await page.mouse.up();
  await expect(me.chair('d1')).toHaveAccessibleName(/: IT · Italy, gentleman$/);
  await expect(me.hand).toHaveCount(2);
});

test('a guest who is dropped on a wrong chair goes back to the hand, and the page says why', async ({ page }) => {
  const me = new Player(page);
  await carry(page, me.hand.and(page.getByRole('button', { name: 'Italy, gentleman' })), me.chair('a4'));
  await page.mouse.up();
  await expect(page.getByRole('alert')).toContainText('No table at this chair belongs to the guest’s nation.');
  await expect(me.chair('a4')).toHaveAccessibleName(/free/);
  await expect(me.hand).toHaveCount(3);
});

test('a guest who is dropped beside everything goes back without a word', async ({ page }) => {
  const me = new Player(page);
  await carry(page, me.hand.and(page.getByRole('button', { name: 'Italy, gentleman' })), page.getByRole('list', { name: 'Players' }));
  await expect(me.offers).not.toHaveCount(0);
  await page.mouse.up();
  await expect(me.offers).toHaveCount(0);
  await expect(me.hand).toHaveCount(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
