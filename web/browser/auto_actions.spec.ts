import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { createGame, presetStorage, type Game } from './games';
import { lastGameView } from './game_views';
import { Player, type Input } from './player';

/** Actions that are played by themselves if they are the only legal one. */
const plain = ['draw', 'pass', 'end'];

interface Counts {
  decisions: number;
  /** Decisions with one legal action, which the player clicked. */
  empty: number;
  clicks: number;
}

test.slow();

for (const game of ['card', 'board'] as const) {
  test(`a ${game} game against a bot asks for no decision that is none`, async ({ page }) => {
    const before = await playGame(page, game, 'never');
    const after = await playGame(page, game, 'bots');
    test.info().annotations.push({ type: 'counts', description: JSON.stringify({ before, after }) });
    expect(after.empty).toBe(0);
    if (before.empty > 0) expect(after.clicks).toBeLessThan(before.clicks);
  });
}

test('a tap or a key stops the draw, and the button still draws', async ({ page }) => {
  await presetStorage(page, 'cafe.autoActions', 'bots');
  await page.clock.install();
  await page.goto(`/t/${await createGame([page], { game: 'card', until: 0 })}`);
  const me = new Player(page);
  for (;;) {
    await me.turn();
    const [only, ...others] = me.view.legal;
    if (only && others.length === 0 && only.action === 'draw') break;
    await me.act(me.best());
  }
  const { seq } = me.view;
  await expect(me.panel).toContainText('There’s nothing else to do.');
  await page.keyboard.press('Shift');
  await expect(me.panel).toContainText('No one can sit down right now.');
  await page.clock.runFor(3_000);
  expect(me.view.seq).toBe(seq);
  await me.button('Draw a card').click();
  await expect.poll(() => me.view.seq).toBeGreaterThan(seq);
});

/** Plays a whole game through the page and counts the clicks. */
async function playGame(page: Page, game: Game, mode: 'never' | 'bots'): Promise<Counts> {
  await skipWaiting(page);
  await presetStorage(page, 'cafe.autoActions', mode);
  await page.goto(`/t/${await createGame([page], { game, until: 'over' })}`);
  const counts: Counts = { decisions: 0, empty: 0, clicks: 0 };
  const input: Input = async (target) => {
    counts.clicks += 1;
    await target.click();
  };
  const me = new Player(page, input);
  const isReady = (view = lastGameView(page)): boolean => view !== undefined && (view.result !== null || view.turn === view.player);
  for (;;) {
    await expect.poll(() => isReady(), { intervals: [20] }).toBe(true);
    const { view } = me;
    if (view.result) return counts;
    const [only, ...others] = view.legal;
    const isEmpty = only !== undefined && others.length === 0 && plain.includes(only.action);
    if (isEmpty && mode === 'bots') {
      await expect.poll(() => me.view.seq, { intervals: [20] }).toBeGreaterThan(view.seq);
      continue;
    }
    counts.decisions += 1;
    if (isEmpty) counts.empty += 1;
    await me.act(me.best());
  }
}

/** The moment before an action is as short as possible. */
async function skipWaiting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const AUTO_ACTION_MS = 1_200;
    const original = window.setTimeout;
    window.setTimeout = ((task: TimerHandler, ms?: number, ...more: unknown[]) => original(task, ms === AUTO_ACTION_MS ? 1 : ms, ...more)) as typeof setTimeout;
  });
}
