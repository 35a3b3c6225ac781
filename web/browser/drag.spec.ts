import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Player } from './player';

// The first lesson is a table like any other, with a fixed deal.
test.beforeEach(({ page }) => page.goto('/learn/card'));

/** Drags a guest with the mouse to the centre of a target, without releasing it. */
async function drag(page: Page, guest: Locator, to: Locator): Promise<void> {
  await guest.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error('the target has no box');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
}

test('a guest dropped on a legal chair sits there', async ({ page }) => {
  const me = new Player(page);
  await drag(page, me.hand.and(page.getByRole('button', { name: 'Italian gentleman' })), me.chair('d1'));
  await expect(me.offers.and(me.chair('d1'))).toBeVisible();
  await page.mouse.up();
  await expect(me.chair('d1')).toHaveAccessibleName(/: IT · Italian gentleman$/);
  await expect(me.hand).toHaveCount(2);
});

test('a guest dropped on an illegal chair returns, with a reason', async ({ page }) => {
  const me = new Player(page);
  await drag(page, me.hand.and(page.getByRole('button', { name: 'Italian gentleman' })), me.chair('a4'));
  await page.mouse.up();
  await expect(page.getByRole('alert')).toContainText('This chair isn’t at a table of the guest’s nation.');
  await expect(me.chair('a4')).toHaveAccessibleName(/free/);
  await expect(me.hand).toHaveCount(3);
});

test('a guest dropped outside the café returns silently', async ({ page }) => {
  const me = new Player(page);
  await drag(page, me.hand.and(page.getByRole('button', { name: 'Italian gentleman' })), page.getByRole('list', { name: 'Players' }));
  await expect(me.offers).not.toHaveCount(0);
  await page.mouse.up();
  await expect(me.offers).toHaveCount(0);
  await expect(me.hand).toHaveCount(3);
  await expect(page.getByRole('alert')).toBeHidden();
});
