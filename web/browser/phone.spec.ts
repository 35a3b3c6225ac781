import { blockOf, boardTables, floorPlanOf } from '../src/game/floor_plan';
import { expect, phone, test } from './cafe';
import { Player, type Touch } from './player';
import { playedGame } from './prepare';

test.use(phone);

const tap: Touch = (target) => target.tap();

test('a whole card game is played with a finger on a phone, and nothing is wider than its screen', async ({ page }) => {
  await page.goto('/');
  expect(await tooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Play now' }).tap();
  const me = new Player(page, tap);
  await me.turn();
  expect(await tooWide(page)).toBe(false);
  await me.play();
  await expect(me.result.getByRole('button', { name: 'Play again' })).toBeInViewport();
});

test('on a phone the board turns to where the chosen guest may sit', async ({ page }) => {
  const me = new Player(page, tap);
  await page.goto(`/t/${await playedGame(page, 'board', 4)}`);
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
    // With everything that stands together with it.
    const block = blockOf(floorPlanOf(boardTables), chair);
    await expect.poll(() => page.locator('.room').evaluate(cutCells, block)).toEqual([]);
    return;
  }
  throw new Error('the game was over before anybody could be seated');
});

test('on a phone only the floor turns: the page stays where it is', async ({ page }) => {
  const me = new Player(page, tap);
  await page.goto(`/t/${await playedGame(page, 'board', 4)}`);
  await me.turn();
  const room = page.locator('.room');
  await room.evaluate((floor) => floor.scrollTo(0, 0));
  // As if there were more to read below.
  await page.evaluate(() => {
    document.body.style.paddingBottom = '100vh';
    window.scrollTo(0, 300);
  });
  const there = await page.evaluate(() => scrollY);
  expect(there).toBeGreaterThan(0);
  for (const card of await me.hand.all()) {
    await card.dispatchEvent('click', { detail: 1 });
    if ((await me.offers.count()) > 0) break;
  }
  await expect.poll(() => room.evaluate(showsAnOffer)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(there);
});

/** Which of some cells are not wholly in the window through which one sees the floor. Runs in the page. */
function cutCells(room: Element, cells: string[]): string[] {
  const window = room.getBoundingClientRect();
  return cells.filter((cell) => {
    const box = room.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    return !box || box.left < window.left - 1 || box.right > window.right + 1 || box.top < window.top - 1 || box.bottom > window.bottom + 1;
  });
}

/** Whether a chair that glows is in the window through which one sees the floor. Runs in the page. */
function showsAnOffer(room: Element): boolean {
  const window = room.getBoundingClientRect();
  return [...room.querySelectorAll('.legal')].some((chair) => {
    const { left, right, top, bottom } = chair.getBoundingClientRect();
    return left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
  });
}

function tooWide(page: Player['page']): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
