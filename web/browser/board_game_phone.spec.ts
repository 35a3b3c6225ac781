import { blockOf, boardTables, floorPlanOf } from '../src/game/floor_plan';
import { expect, phone, test } from './fixtures';
import { Player, touch } from './player';
import { openPreparedGame } from './prepared_games';

test.use(phone);

test('board scrolls to where the chosen guest may sit', async ({ page }) => {
  const me = new Player(page, touch);
  await openPreparedGame(page, 'board');
  while (await me.turn()) {
    const best = me.best();
    const [guest, chair] = best.split('@');
    if (!guest || !chair || guest.includes(' ')) {
      await me.act(best);
      continue;
    }
    await me.choose(guest.split('=')[0] ?? '');
    await expect(me.chair(chair)).toBeInViewport();
    await expect(me.offers.and(me.chair(chair))).toBeVisible();
    // The whole group of tables is visible.
    const block = blockOf(floorPlanOf(boardTables), chair);
    await expect.poll(() => page.locator('.viewport').evaluate(cutCells, block)).toEqual([]);
    return;
  }
  throw new Error('the game was over before a guest could be seated');
});

test('choosing a guest scrolls the board, not the page', async ({ page }) => {
  const me = new Player(page, touch);
  await openPreparedGame(page, 'board');
  await me.turn();
  const room = page.locator('.viewport');
  await room.evaluate((floor) => floor.scrollTo(0, 0));
  // The page is made longer than the screen.
  await page.evaluate(() => {
    document.body.style.paddingBottom = '100vh';
    window.scrollTo(0, 300);
  });
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  for (const card of await me.hand.all()) {
    await card.dispatchEvent('click', { detail: 1 });
    if ((await me.offers.count()) > 0) break;
  }
  await expect.poll(() => room.evaluate(showsAnOffer)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

/** Cells that are not wholly visible on the scrolled floor. Runs in the page. */
function cutCells(room: Element, cells: string[]): string[] {
  const window = room.getBoundingClientRect();
  return cells.filter((cell) => {
    const box = room.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    return !box || box.left < window.left - 1 || box.right > window.right + 1 || box.top < window.top - 1 || box.bottom > window.bottom + 1;
  });
}

/** True if a legal chair is visible on the scrolled floor. Runs in the page. */
function showsAnOffer(room: Element): boolean {
  const window = room.getBoundingClientRect();
  return [...room.querySelectorAll('.legal')].some((chair) => {
    const { left, right, top, bottom } = chair.getBoundingClientRect();
    return left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
  });
}
