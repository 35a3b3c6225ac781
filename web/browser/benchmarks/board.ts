import { expect, test, type Page } from '@playwright/test';
import { openRecordedGame, recordedGames } from '../recorded_game';
import { formatWork, readWork, TRACE_CATEGORIES } from '../trace';

/*
 * The cost of a full board game: what it consists of, its first drawing, and main thread work per frame while a guest is dragged across it, from
 * Chromium traces at a 4x CPU slowdown. The game is recorded, so any server of the client's files will do:
 *
 *   npx vite build && npx vite preview --port 7932
 *   CAFE_ADDRESS=http://127.0.0.1:7932 npx playwright test --project benchmarks
 */

const MOVES = 240;
const RUNS = 3;
const SLOWDOWN = 4;

test.use({ baseURL: process.env.CAFE_ADDRESS ?? '', viewport: { width: 1440, height: 900 } });
test.describe.configure({ mode: 'serial' });
test.skip(!process.env.CAFE_ADDRESS, 'CAFE_ADDRESS must name a server of the client');

async function openBoard(page: Page): Promise<void> {
  await openRecordedGame(page, recordedGames.board);
  await expect(page.locator('[data-floor]')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

function report(text: string): void {
  process.stdout.write(`  ${text}\n`);
}

test('elements of a full board game', async ({ page }) => {
  await openBoard(page);
  const counts = await page.locator('[data-floor]').evaluate((floor) => {
    const all = [...floor.querySelectorAll('*')];
    return { all: all.length, svg: all.filter((element) => element instanceof SVGElement).length, filters: all.filter((element) => getComputedStyle(element).filter !== 'none').length };
  });
  report(`${counts.all} elements on the floor, ${counts.svg} of them SVG, ${counts.filters} with a filter`);
});

test('first drawing of a full board game', async ({ page, browser }, info) => {
  // The files of the client are cached by the first visit.
  await openBoard(page);
  await slowDown(page);
  for (let run = 1; run <= RUNS; run += 1) {
    await page.goto('about:blank');
    const path = info.outputPath(`trace-${run}.json`);
    await browser.startTracing(page, { path, categories: TRACE_CATEGORIES });
    await openBoard(page);
    await browser.stopTracing();
    const work = await readWork(path);
    const drawn = await page.evaluate(() => performance.now());
    report(`run ${run}: ms at ${SLOWDOWN}x slowdown: ${formatWork(work)}, longest task ${work.longestTask.toFixed(0)}, complete after ${drawn.toFixed(0)}`);
  }
});

test('drag across a full board game', async ({ page, browser }, info) => {
  await openBoard(page);
  await slowDown(page);

  const floor = await page.locator('[data-floor]').boundingBox();
  const card = page.getByRole('list', { name: 'Your hand' }).getByRole('button').first();
  if (!floor) throw new Error('the floor has no box');

  for (let run = 1; run <= RUNS; run += 1) {
    await card.hover();
    await page.mouse.down();
    await page.mouse.move(floor.x + floor.width / 2, floor.y + floor.height / 2, { steps: 4 });
    const path = info.outputPath(`trace-${run}.json`);
    await browser.startTracing(page, { path, categories: TRACE_CATEGORIES });
    for (let move = 0; move < MOVES; move += 1) {
      // Two rounds in width and three in height cross every part of the floor at about 25 pixels per move.
      const angle = (2 * Math.PI * move) / MOVES;
      await page.mouse.move(floor.x + floor.width * (0.5 + 0.47 * Math.sin(2 * angle)), floor.y + floor.height * (0.5 + 0.47 * Math.cos(3 * angle)));
    }
    await browser.stopTracing();
    await expect(page.locator('.ghost')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    const work = await readWork(path);
    report(`run ${run}: ms per move at ${SLOWDOWN}x slowdown: ${formatWork(work, MOVES)} (${MOVES} moves, ${work.frames} frames, longest task ${work.longestTask.toFixed(1)})`);
  }
});
