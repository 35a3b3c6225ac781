import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openRecordedGame, recordedGames } from '../recorded_game';

/*
 * Main thread work per frame while a guest is dragged across a full board game, from a Chromium trace at a 4x CPU slowdown.
 * The game is recorded, so any server of the client's files will do:
 *
 *   npx vite build && npx vite preview --port 7932
 *   CAFE_ADDRESS=http://127.0.0.1:7932 npx playwright test --project benchmarks
 */

const MOVES = 240;
const RUNS = 3;
const SLOWDOWN = 4;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time of the thread, which other programs on the machine do not lengthen. */
  tdur?: number;
}

const kinds = ['scripting', 'style', 'layout', 'paint', 'other'] as const;
type Kind = (typeof kinds)[number];
type Sums = Record<Kind, number>;

const kindOf: Readonly<Record<string, Kind>> = {
  EventDispatch: 'scripting',
  FunctionCall: 'scripting',
  FireAnimationFrame: 'scripting',
  TimerFire: 'scripting',
  RunMicrotasks: 'scripting',
  EvaluateScript: 'scripting',
  MinorGC: 'scripting',
  MajorGC: 'scripting',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** Own time of the events of a thread, in milliseconds by kind; what an event contains counts for the inner event. */
function sumUp(events: readonly TraceEvent[]): Sums {
  const sums: Sums = { scripting: 0, style: 0, layout: 0, paint: 0, other: 0 };
  const open: { end: number; kind: Kind }[] = [];
  const sorted = events.filter((event) => event.ph === 'X' && event.dur !== undefined).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const event of sorted) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= event.ts) open.pop();
    const time = (event.tdur ?? event.dur ?? 0) / 1_000;
    const around = open.at(-1);
    const kind = kindOf[event.name] ?? around?.kind ?? 'other';
    sums[kind] += time;
    if (around) sums[around.kind] -= time;
    open.push({ end: event.ts + (event.dur ?? 0), kind });
  }
  return sums;
}

test.use({ baseURL: process.env.CAFE_ADDRESS ?? '', viewport: { width: 1440, height: 900 } });

test('drag across a full board game', async ({ page, browser }, info) => {
  test.skip(!process.env.CAFE_ADDRESS, 'CAFE_ADDRESS must name a server of the client');
  await openRecordedGame(page, recordedGames.board);
  await expect(page.locator('[data-floor]')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

  const floor = await page.locator('[data-floor]').boundingBox();
  const card = page.getByRole('list', { name: 'Your hand' }).getByRole('button').first();
  if (!floor) throw new Error('the floor has no box');

  for (let run = 1; run <= RUNS; run += 1) {
    await card.hover();
    await page.mouse.down();
    await page.mouse.move(floor.x + floor.width / 2, floor.y + floor.height / 2, { steps: 4 });
    const path = info.outputPath(`trace-${run}.json`);
    await browser.startTracing(page, { path, categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] });
    for (let move = 0; move < MOVES; move += 1) {
      // Four rounds in width and six in height cross every part of the floor.
      const angle = (2 * Math.PI * move) / MOVES;
      await page.mouse.move(floor.x + floor.width * (0.5 + 0.47 * Math.sin(4 * angle)), floor.y + floor.height * (0.5 + 0.47 * Math.cos(6 * angle)));
    }
    await browser.stopTracing();
    await expect(page.locator('.ghost')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.up();

    const { traceEvents } = JSON.parse(await readFile(path, 'utf8')) as { traceEvents: TraceEvent[] };
    const main = traceEvents.find((event) => event.name === 'EventDispatch');
    const events = traceEvents.filter((event) => event.pid === main?.pid && event.tid === main.tid);
    const frames = events.filter((event) => event.name === 'Commit').length;
    const sums = sumUp(events.filter((event) => kindOf[event.name] !== undefined));
    const perMove = kinds.filter((kind) => kind !== 'other').map((kind) => `${kind} ${(sums[kind] / MOVES).toFixed(2)}`);
    const total = Object.values(sums).reduce((sum, time) => sum + time, 0);
    process.stdout.write(`  run ${run}: ms per move at ${SLOWDOWN}x slowdown: ${perMove.join(', ')}, total ${(total / MOVES).toFixed(2)} (${MOVES} moves, ${frames} frames)\n`);
  }
});
