import type { Page } from '@playwright/test';
import { expect, phone, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

/** Phones with and without the bars of a browser, and held sideways. */
const screens = [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
];
const tablets = [
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
  { width: 1024, height: 768 },
];
const tables = [['card', 2], ['board', 2], ['board', 4], ['card', 5]] as const;
/** So many cards are drawn that the hand has two rows. */
const DRAWN = 5;
const SMALLEST_CAFE_PX = 200;
const SMALLEST_CHAIR_PX = 35;

test.use(phone);

for (const [game, players] of tables) {
  test(`on a phone nothing lies on the hand or the turn of ${players} players of the ${game} game`, async ({ page }) => {
    const me = new Player(page);
    await page.goto(`/t/${await playedGame(page, game, 2, { players })}`);
    for (let drawn = 0; (await me.turn()) && drawn < DRAWN && allowed(me, 'draw'); drawn += 1) await me.act('draw');
    for (const size of screens) {
      await page.setViewportSize(size);
      const way = `${size.width} × ${size.height}`;
      expect(await hidden(page), way).toEqual([]);
      // Nor while a guest is chosen, and there is more to say and to do.
      await me.hand.first().tap();
      expect(await hidden(page), `${way}, with a guest chosen`).toEqual([]);
      await me.hand.first().tap();
      const cafe = await page.locator('.room').boundingBox();
      expect(cafe?.height, `the café, ${way}`).toBeGreaterThanOrEqual(SMALLEST_CAFE_PX);
    }
  });
}

for (const viewport of [...screens, ...tablets]) {
  test.describe(`with ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test(`a finger finds the chairs of the board at once, with ${viewport.width} × ${viewport.height}`, async ({ page }) => {
      const me = new Player(page);
      await page.goto(`/t/${await playedGame(page, 'board', 2, { players: 4 })}`);
      await me.turn();
      await expect(me.chair('p4')).toBeAttached();
      const chair = await me.chair('a15').boundingBox();
      expect(Math.min(chair?.width ?? 0, chair?.height ?? 0)).toBeGreaterThanOrEqual(SMALLEST_CHAIR_PX);
    });
  });
}

function allowed(me: Player, action: string): boolean {
  return me.view.legal.some((one) => one.action === action);
}

/** Cards of the hand and buttons of the turn whose middle is not seen: under something else, or beyond the screen. */
function hidden(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    scrollTo(0, 0);
    const all = [...document.querySelectorAll('.hand button, .table-screen > .turn button')];
    return all
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2)) || top + height > innerHeight;
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
  });
}
