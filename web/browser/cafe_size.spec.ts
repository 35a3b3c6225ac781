import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson, playedGame } from './prepare';

const screens = {
  'a desktop': { width: 1440, height: 900 },
  'a tablet': { width: 1024, height: 768 },
  'an upright tablet': { width: 820, height: 1180 },
  'a phone': { width: 390, height: 844 },
};
const ACTIONS = 8;

for (const [device, viewport] of Object.entries(screens)) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    for (const game of ['card', 'board'] as const) {
      test(`the café of the ${game} game keeps its size from turn to turn, on ${device}`, async ({ page }) => {
        const me = new Player(page);
        await page.goto(`/t/${await playedGame(page, game, 2, { players: 3 })}`);
        await me.turn();
        await expect(me.cafe.getByRole('button').last()).toBeVisible();
        await noteSizes(page);
        // A hand of the card game has a second row on a phone, and then the café gives it that.
        const rows = await rowsOfHand(page);
        for (let done = 0; done < ACTIONS && (await me.turn()); done += 1) {
          await me.act(me.best());
          if ((await rowsOfHand(page)) !== rows) break;
          expect(await sizes(page)).toHaveLength(1);
        }
      });
    }

    test(`the café keeps its size while a guest waits to be seated, on ${device}`, async ({ page }) => {
      await openLesson(page, 'card', 'full');
      const me = new Player(page);
      await expect(me.hand).toHaveCount(3);
      await expect(me.chair('c4')).toBeVisible();
      await noteSizes(page);
      await me.choose('RUm');
      await me.chair('c4').click();
      await expect(me.button('Take back')).toBeVisible();
      expect(await sizes(page)).toHaveLength(1);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: screens['a phone'] });

  test('the list of players in the board game keeps its size to the last step of a replay, however few guests they hold', async ({ page }) => {
    await page.goto(`/replay/${await playedGame(page, 'board', 'over', { players: 3 })}`);
    const step = page.getByRole('slider');
    await expect(new Player(page).cafe.getByRole('button').last()).toBeVisible();
    await noteSizes(page, 'ol.scores');
    const last = Number(await step.getAttribute('max'));
    for (let at = last; at > last - 30; at -= 2) await step.fill(String(at));
    expect(await sizes(page)).toHaveLength(1);
  });
});

/** From now on the page notes every height that a part of it has; that of the café, if nothing else is said. */
function noteSizes(page: Page, part = '.room'): Promise<void> {
  return page.evaluate((part) => {
    const seen = document.querySelector(part);
    if (!seen) throw new Error(`there is no ${part}`);
    const found = new Set<number>();
    Object.assign(window, { found });
    new ResizeObserver(() => found.add(Math.round(seen.getBoundingClientRect().height))).observe(seen);
  }, part);
}

function sizes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return [...(window as unknown as { found: Set<number> }).found];
  });
}

function rowsOfHand(page: Page): Promise<number> {
  return page.evaluate(() => new Set([...document.querySelectorAll('.hand li')].map((card) => card.getBoundingClientRect().top)).size);
}
