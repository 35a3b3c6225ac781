import type { Locator, Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { createGame, presetStorage } from './games';
import { Player, mouse, touch } from './player';

for (const [name, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(options);

    test('tips point at what they explain and never cover it', async ({ page }) => {
      const me = new Player(page, name === 'phone' ? touch : mouse);
      await openFirstGame(page);
      await me.turn();
      const tip = page.getByRole('complementary', { name: 'Tip' });
      const first = me.view.legal.find(({ action }) => /^[A-Z]{2}[fm]@/.test(action));
      if (!first) throw new Error('nobody can sit down');
      await expect(tip).toContainText('These are your guests.');
      await expectApart(tip, page.locator('span.ring'));
      await me.choose(first.action.slice(0, 3));
      await expect(tip).toContainText('Highlighted chairs');
      await expectApart(tip, page.locator('span.ring'));
      await tip.getByRole('button', { name: 'Got it' }).click();
      await expect(tip).toBeHidden();
      await me.act(me.best());
      await page.reload();
      await me.turn();
      await expect(tip.filter({ hasText: 'These are your guests.' })).toBeHidden();
    });
  });
}

test('tips can be switched off for ever and started again, with the keyboard too', async ({ page }) => {
  await openFirstGame(page);
  const me = new Player(page);
  await me.turn();
  const tip = page.getByRole('complementary', { name: 'Tip' });
  await expect(tip).toBeVisible();
  await expect(page.locator('[aria-live=polite]')).toContainText('Tip: These are your guests.');
  await tip.getByRole('button', { name: 'No more tips' }).focus();
  await page.keyboard.press('Enter');
  await expect(tip).toBeHidden();
  await page.reload();
  await me.turn();
  await expect(tip).toBeHidden();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show the tips again' }).click();
  await expect(tip).toBeVisible();
  await tip.getByRole('button', { name: 'Got it' }).focus();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
});

async function openFirstGame(page: Page): Promise<void> {
  await presetStorage(page, 'cafe.tips', '');
  await page.goto(`/t/${await createGame([page], { game: 'card', until: 0 })}`);
}

/** A tip follows its target, so it may be placed anew once the target has stopped moving. */
async function expectApart(tip: Locator, target: Locator): Promise<void> {
  await expect(tip).toBeVisible();
  const isApart = async (): Promise<boolean> => {
    const [a, b] = [await tip.boundingBox(), await target.boundingBox()];
    return a !== null && b !== null && (a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y);
  };
  await expect.poll(isApart).toBe(true);
}
