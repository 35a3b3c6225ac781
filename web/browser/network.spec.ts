import { floorPlanOf } from '../src/game/floor_plan';
import { parseAction } from '../src/api/notation';
import type { GameView } from '../src/api/wire';
import { expect, test as base } from './fixtures';
import { Player } from './player';
import { openPreparedGame, usePreparedGame } from './prepared_games';
import { TcpProxy } from './tcp_proxy';

/** Pages reach the server through a network that can fail. */
const test = base.extend<{ network: TcpProxy }>({
  network: async ({ server }, use) => {
    const network = await TcpProxy.to(server.port);
    await use(network);
    await network.close();
  },
  baseURL: async ({ network }, use) => use(network.address),
  // Timers run as usual, and can be moved forward instead of waiting for them.
  page: async ({ page }, use) => {
    await page.clock.install();
    await use(page);
  },
});

/** A request without an answer makes the client probe the connection after this time, and give it up after the next. */
const [SLOW_ANSWER_MS, PROBE_TIMEOUT_MS] = [4_000, 3_000];
/** Longer than any attempt to connect, and than any pause between two attempts. */
const RECONNECT_MS = 10_000;

const lost = 'Connection lost.';
/** After some failed attempts the client asks over HTTP whether it may still connect. */
const accessCheck = /ERR_\w+|\/api\/v1\/me/;

/** Two actions that are legal in either order: they seat guests at tables that are not neighbours. */
function independentActions({ legal, tables, placed }: GameView): [string, string] | null {
  if (placed > 0) return null;
  const paid = legal.flatMap(({ action, points }) => {
    const parsed = parseAction(action);
    return parsed.kind === 'seat' && Object.keys(points).length > 0 ? [{ action, code: parsed.guest.code, seat: parsed.seat }] : [];
  });
  const plan = floorPlanOf(tables);
  for (const first of paid) {
    const near = new Set(plan.tablesAt(first.seat));
    const second = paid.find(({ code, seat }) => code !== first.code && !plan.tablesAt(seat).some((table) => near.has(table)));
    if (second) return [first.action, second.action];
  }
  return null;
}

test('actions while disconnected are shown, then played', async ({ page, network, pageErrors }) => {
  pageErrors.expect(/WebSocket connection to .* failed/);
  pageErrors.allow(accessCheck);
  const me = new Player(page);
  await openPreparedGame(page, 'board');
  let pair: [string, string] | null = null;
  while ((await me.turn()) && !(pair = independentActions(me.view))) await me.act(me.best());
  if (!pair) throw new Error('there were never two independent actions');
  const { seq } = me.view;

  network.disconnect();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  for (const action of pair) await me.attempt(action);
  for (const action of pair) await expect(me.chair(action.split('@')[1] ?? '')).toHaveAccessibleName(/, about to sit down$/);
  expect(me.view.seq).toBe(seq);

  network.reconnect();
  await page.clock.fastForward(RECONNECT_MS);
  await expect.poll(() => me.view.seq).toBeGreaterThanOrEqual(seq + 2);
  for (const action of pair) await expect(me.chair(action.split('@')[1] ?? '')).toHaveAccessibleName(/: [^,]+ (lady|gentleman)$/);
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a stalled connection is noticed after an action', async ({ page, network, pageErrors }) => {
  pageErrors.allow(/WebSocket connection to .* failed/, accessCheck);
  const me = new Player(page);
  await openPreparedGame(page, 'card');
  await me.turn();
  const { seq } = me.view;

  network.stall();
  await me.attempt(me.best());
  await page.clock.fastForward(SLOW_ANSWER_MS);
  await page.clock.fastForward(PROBE_TIMEOUT_MS);
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  expect(me.view.seq).toBe(seq);

  network.reconnect();
  // An attempt that began while the network was down never succeeds.
  await page.clock.fastForward(RECONNECT_MS);
  await expect.poll(() => me.view.seq, { timeout: 30_000 }).toBeGreaterThan(seq);
  await expect(page.getByText(lost)).toBeHidden();
});

test('a game opened while disconnected loads by itself later', async ({ page, network, pageErrors }) => {
  pageErrors.expect(/ERR_/);
  await openPreparedGame(page, 'card');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  await page.getByRole('link', { name: 'Café International' }).click();
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();

  network.disconnect();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Can’t reach the server right now.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  network.reconnect();
  await page.clock.fastForward(RECONNECT_MS);
  await expect(me.hand.first()).toBeVisible();
});

test('a replay opened while disconnected loads by itself later', async ({ page, network, pageErrors }) => {
  pageErrors.expect(/ERR_/);
  const id = await usePreparedGame(page, 'cardOver');
  await page.goto(`/replay/${id}`);
  await page.getByRole('link', { name: 'Go to the game' }).click();
  const replay = page.getByRole('link', { name: 'Watch the replay' });
  await expect(replay).toBeVisible();
  pageErrors.allow(/WebSocket/);
  network.disconnect();
  await replay.click();
  await expect(page.getByRole('heading', { name: 'Can’t reach the server right now.' })).toBeVisible();
  network.reconnect();
  await page.clock.fastForward(RECONNECT_MS);
  await expect(page.getByRole('button', { name: 'One step forward' })).toBeVisible();
});

test('a restarting server announces it until it is back', async ({ page, server, pageErrors }) => {
  pageErrors.allow(/WebSocket connection to .* failed/, accessCheck);
  await openPreparedGame(page, 'card');
  await expect(new Player(page).hand.first()).toBeVisible();
  await server.stop();
  await expect(page.getByRole('status').getByText('The server is restarting.')).toBeVisible();
  await server.restart();
  await page.clock.fastForward(RECONNECT_MS);
  await expect(page.getByText('The server is restarting.')).toBeHidden();
});

test('an action while disconnected is played once on return', async ({ page, network, pageErrors }) => {
  pageErrors.expect(/WebSocket connection to .* failed/);
  pageErrors.allow(accessCheck);
  const me = new Player(page);
  await openPreparedGame(page, 'card');
  await me.turn();
  const before = me.view;

  network.disconnect();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  await me.attempt(me.best());
  expect(me.view.seq).toBe(before.seq);

  network.reconnect();
  await page.clock.fastForward(RECONNECT_MS);
  await expect.poll(() => me.view.seq).toBeGreaterThan(before.seq);
  await expect(page.getByText(lost)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  const played = me.view.seq;
  await page.reload();
  await expect(me.hand.first()).toBeVisible();
  expect(me.view.seq).toBeGreaterThanOrEqual(played);
});

test('a killed server keeps everything that was shown', async ({ page, server, pageErrors }) => {
  pageErrors.expect(/WebSocket connection to .* failed/);
  pageErrors.allow(accessCheck);
  const me = new Player(page);
  await openPreparedGame(page, 'board');
  await me.turn();
  await me.act(me.best());
  await me.turn();
  const before = me.view;

  await server.kill();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  await server.restart();
  await page.clock.fastForward(RECONNECT_MS);
  await expect(page.getByText(lost)).toBeHidden();
  await page.reload();
  await expect.poll(() => me.view.seq).toBe(before.seq);
  expect(me.view.seated).toEqual(before.seated);
  expect(me.view.scores).toEqual(before.scores);
});

test('an offline device says so until it is online', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await expect(page.getByText('No open games right now.')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('status')).toBeHidden();
});

test('at a table the lost connection is said in the header, and nothing moves or is covered', async ({ page, network, pageErrors }) => {
  pageErrors.allow(/ERR_/, /WebSocket connection to .* failed/, accessCheck);
  await openPreparedGame(page, 'card');
  const me = new Player(page);
  await me.turn();
  for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    const before = await overflow();
    network.disconnect();
    const status = page.getByRole('banner').getByRole('status');
    await expect(status).toContainText(lost);
    await expect(page.getByRole('status')).toHaveCount(1);
    expect(await overflow()).toBe(before);
    network.reconnect();
    await page.clock.fastForward(RECONNECT_MS);
    await expect(status).toHaveCount(0);
  }
});

test('a notice does not cover what the header says', async ({ page, network, pageErrors }) => {
  pageErrors.expect(/ERR_/);
  for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await page.goto('/');
    await expect(page.getByText('No open games right now.')).toBeVisible();
    network.disconnect();
    await page.getByRole('button', { name: 'Play now' }).click();
    const [status, notice] = await Promise.all([page.getByRole('banner').getByRole('status').boundingBox(), page.getByRole('alert').boundingBox()]);
    if (!status || !notice) throw new Error('both are shown');
    expect(notice.y).toBeGreaterThanOrEqual(status.y + status.height);
    network.reconnect();
  }
});

test('Play while disconnected fails with a reason', async ({ page, network, pageErrors }) => {
  pageErrors.expect(/ERR_/);
  await page.goto('/');
  await expect(page.getByText('No open games right now.')).toBeVisible();
  network.disconnect();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server right now.');
  network.reconnect();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(new Player(page).hand.first()).toBeVisible();
});
