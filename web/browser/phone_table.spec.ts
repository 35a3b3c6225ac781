import type { Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame, type PreparedName } from './prepared_games';

/** Phones with and without the bars of a browser, and held sideways. */
const phones = [
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
/** Cards to draw for a hand of two rows. */
const DRAWS = 5;
const MIN_CAFE_PX = 200;
const MIN_CHAIR_PX = 35;

test.use(phone);

for (const name of ['card', 'board', 'boardFourPlayers', 'cardFivePlayers'] satisfies PreparedName[]) {
  test(`nothing covers the hand or the buttons: ${name}`, async ({ page }) => {
    const me = new Player(page);
    await openPreparedGame(page, name);
    for (let draws = 0; (await me.turn()) && draws < DRAWS && isLegal(me, 'draw'); draws += 1) await me.act('draw');
    for (const size of phones) {
      await page.setViewportSize(size);
      const screen = `${size.width} × ${size.height}`;
      expect(await hiddenControls(page), screen).toEqual([]);
      // A chosen guest adds text and buttons.
      await me.hand.first().tap();
      expect(await hiddenControls(page), `${screen}, guest chosen`).toEqual([]);
      await me.hand.first().tap();
      const cafe = await page.locator('.frame').boundingBox();
      expect(cafe?.height, `café, ${screen}`).toBeGreaterThanOrEqual(MIN_CAFE_PX);
    }
  });
}

test('chairs of the board are large enough to tap at once', async ({ page }) => {
  await openPreparedGame(page, 'boardFourPlayers');
  const me = new Player(page);
  for (const size of [...phones, ...tablets]) {
    await page.setViewportSize(size);
    // The first zoom depends on the screen.
    await page.reload();
    await me.turn();
    await expect(me.chair('p4')).toBeAttached();
    const chair = await me.chair('a15').boundingBox();
    expect(Math.min(chair?.width ?? 0, chair?.height ?? 0), `${size.width} × ${size.height}`).toBeGreaterThanOrEqual(MIN_CHAIR_PX);
  }
});

function isLegal(me: Player, action: string): boolean {
  return me.view.legal.some((legal) => legal.action === action);
}

/** Cards and buttons of the turn whose centre is covered or beyond the screen. */
function hiddenControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    scrollTo(0, 0);
    const controls = [...document.querySelectorAll('.hand button, .table-screen > .turn button')];
    if (controls.length === 0) throw new Error('there are no controls');
    return controls
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return !control.contains(document.elementFromPoint(left + width / 2, top + height / 2)) || top + height > innerHeight;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
  });
}
