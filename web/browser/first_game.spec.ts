import { expect, phone, test } from './fixtures';
import { openLesson, presetStorage } from './games';
import { Player, mouse, touch } from './player';

for (const [name, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(options);

    test('a newcomer’s first deal is friendly, and the page says so', async ({ page }) => {
      const me = new Player(page, name === 'phone' ? touch : mouse);
      await presetStorage(page, 'cafe.tips', '');
      await page.goto('/');
      await page.getByRole('button', { name: 'Play now' }).click();
      await me.turn();
      await expect(page.getByRole('complementary', { name: 'Tip' })).toContainText('A friendly first deal');
      // The next guest can follow: there is an opening that scores.
      expect(Math.max(...me.view.legal.map(({ follow_up }) => follow_up ?? 0))).toBeGreaterThan(0);
    });

    test('a guest without a chair tells why, in the panel', async ({ page }) => {
      const me = new Player(page, name === 'phone' ? touch : mouse);
      await page.goto('/');
      await page.getByRole('button', { name: 'Play now' }).click();
      while ((await me.turn()) && me.view.unseatable.length === 0) await me.act(me.best());
      await me.choose(me.view.unseatable[0]?.tile ?? '');
      await expect(me.panel).toContainText(/no table of this guest’s nation|no free chair|of the other sex|Nobody is at the|sitting alone/);
    });
  });
}

test('an opener shows what the next guest can make, and the best comes first', async ({ page }) => {
  await openLesson(page, 'card', 'opener');
  const me = new Player(page);
  await expect.poll(() => me.hand.count()).toBeGreaterThan(0);
  await page.locator('.hand button:not(.dimmed)').first().click();
  const openers = me.cafe.getByRole('button', { name: /free: \+0 then \+\d+, opens/ });
  await expect(openers.first()).toBeVisible();
  await page.keyboard.press('c');
  const points = await openers.evaluateAll((all) => all.map((each) => Number(/then \+(\d+)/.exec(each.getAttribute('aria-label') ?? '')?.[1])));
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  expect(Number(/then \+(\d+)/.exec(focused)?.[1])).toBe(Math.max(...points));
  expect(await openers.evaluateAll((all) => all.filter((each) => each.classList.contains('poor')).length)).toBe(points.filter((each) => each < Math.max(...points)).length);
});
