import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openLesson } from './games';
import { Player } from './player';
import { openPreparedGame, usePreparedGame } from './prepared_games';

const screens = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const ACTIONS_PER_SCREEN = 3;

for (const [game, name] of [
  ['card', 'cardThreePlayers'],
  ['board', 'boardThreePlayers'],
] as const) {
  test(`${game} game: café keeps its size from turn to turn`, async ({ page }) => {
    const me = new Player(page);
    await openPreparedGame(page, name);
    await me.turn();
    await expect(me.cafe.getByRole('button').last()).toBeVisible();
    for (const size of screens) {
      await page.setViewportSize(size);
      await recordHeights(page);
      // A second row of cards takes its height from the café.
      const rows = await handRows(page);
      for (let actions = 0; actions < ACTIONS_PER_SCREEN && (await me.turn()); actions += 1) {
        await me.act(me.best());
        if ((await handRows(page)) !== rows) break;
        expect(await recordedHeights(page), `${size.width} × ${size.height}`).toHaveLength(1);
      }
    }
  });
}

test('café keeps its size while an action waits to be confirmed', async ({ page }) => {
  await openLesson(page, 'card', 'full');
  const me = new Player(page);
  await expect(me.hand).toHaveCount(3);
  await expect(me.chair('c4')).toBeVisible();
  for (const size of screens) {
    await page.setViewportSize(size);
    await recordHeights(page);
    await me.choose('RUm');
    await me.chair('c4').click();
    await me.button('Cancel').click();
    await expect(me.button('Cancel')).toBeHidden();
    expect(await recordedHeights(page), `${size.width} × ${size.height}`).toHaveLength(1);
  }
});

test('list of players keeps its size to the end of a replay', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/replay/${await usePreparedGame(page, 'boardOverThreePlayers')}`);
  const step = page.getByRole('slider');
  await expect(new Player(page).cafe.getByRole('button').last()).toBeVisible();
  await recordHeights(page, 'ol.scores');
  const last = Number(await step.getAttribute('max'));
  for (let at = last; at > last - 30; at -= 2) await step.fill(String(at));
  expect(await recordedHeights(page)).toHaveLength(1);
});

/** Records every height that an element has from now on, once its layout is stable. */
function recordHeights(page: Page, selector = '.viewport'): Promise<void> {
  return page.evaluate(async (selector) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`there is no ${selector}`);
    const recorder = window as unknown as { heights: Set<number>; observer?: ResizeObserver };
    recorder.observer?.disconnect();
    let last = -1;
    // The same height in three frames in a row.
    for (let same = 0; same < 3; ) {
      await new Promise(requestAnimationFrame);
      const height = element.getBoundingClientRect().height;
      same = height === last ? same + 1 : 0;
      last = height;
    }
    const heights = (recorder.heights = new Set());
    recorder.observer = new ResizeObserver(() => heights.add(Math.round(element.getBoundingClientRect().height)));
    recorder.observer.observe(element);
  }, selector);
}

function recordedHeights(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return [...(window as unknown as { heights: Set<number> }).heights];
  });
}

function handRows(page: Page): Promise<number> {
  return page.getByRole('list', { name: 'Your hand' }).evaluate((hand) => new Set([...hand.querySelectorAll('li')].map((card) => card.getBoundingClientRect().top)).size);
}
