import { floorPlanOf } from '../src/game/floor_plan';
import { parseAction } from '../src/game/notation';
import type { GameView } from '../src/api/wire';
import { Cable } from './cable';
import { expect, test as base } from './cafe';
import { House } from './house';
import { Player } from './player';
import { playedGame } from './prepare';

/** Pages come through a cable that can be pulled, from a house that can vanish. */
const test = base.extend<{ own: House; cable: Cable }>({
  own: async ({}, use) => {
    const house = await House.open();
    await use(house);
    await house.close();
  },
  cable: async ({ own }, use) => {
    const cable = await Cable.to(own.port);
    await use(cable);
    await cable.remove();
  },
  baseURL: async ({ cable }, use) => use(cable.address),
});

const lost = 'The line is down.';
/** After some attempts in vain the page asks at the door why it stays closed. */
const atTheDoor = /ERR_\w+|\/api\/v1\/me/;

/** Two guests who can be seated one after the other, whatever the first one changes: at tables that have nothing to do with each other. */
function twoInARow({ legal, tables, placed }: GameView): [string, string] | null {
  if (placed > 0) return null;
  const paid = legal.flatMap(({ action, points }) => {
    const meant = parseAction(action);
    return meant.kind === 'seat' && Object.keys(points).length > 0 ? [{ action, code: meant.guest.code, seat: meant.seat }] : [];
  });
  const plan = floorPlanOf(tables);
  for (const one of paid) {
    const near = new Set(plan.tablesAt(one.seat));
    const other = paid.find(({ code, seat }) => code !== one.code && !plan.tablesAt(seat).some((table) => near.has(table)));
    if (other) return [one.action, other.action];
  }
  return null;
}

test('two guests who are seated while the line is down are seen at once, and both sit there when it is back', async ({ page, cable, watch }) => {
  watch.expects(/WebSocket connection to .* failed/);
  watch.allows(atTheDoor);
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'board', 6)}`);
  let pair: [string, string] | null = null;
  while ((await me.turn()) && !(pair = twoInARow(me.view))) await me.act(me.best());
  if (!pair) throw new Error('there was never room for two');
  const { seq } = me.view;

  cable.pull();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  for (const action of pair) await me.attempt(action);
  for (const action of pair) await expect(me.chair(action.split('@')[1] ?? '')).toHaveAccessibleName(/, about to sit down$/);
  expect(me.view.seq).toBe(seq);

  cable.plug();
  await expect.poll(() => me.view.seq).toBeGreaterThanOrEqual(seq + 2);
  for (const action of pair) await expect(me.chair(action.split('@')[1] ?? '')).toHaveAccessibleName(/: [^,]+, (lady|gentleman)$/);
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a network that is gone without a word is found out within seconds of a tap, which is played when it is back', async ({ page, cable, watch }) => {
  watch.allows(/WebSocket connection to .* failed/, atTheDoor);
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await me.turn();
  const { seq } = me.view;

  cable.die();
  await me.attempt(me.best());
  await expect(page.getByRole('status').getByText(lost)).toBeVisible({ timeout: 15_000 });
  expect(me.view.seq).toBe(seq);

  cable.plug();
  await expect.poll(() => me.view.seq).toBeGreaterThan(seq);
  await expect(page.getByText(lost)).toBeHidden();
});

test('a table that is opened while the house is out of reach comes by itself when it is back', async ({ page, cable, watch }) => {
  watch.expects(/ERR_/);
  const id = await playedGame(page, 'card', 1);
  await page.goto(`/t/${id}`);
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  await page.getByRole('link', { name: 'Café International' }).click();
  await expect(page.getByRole('link', { name: 'Go on' })).toBeVisible();

  cable.pull();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'The café cannot be reached just now.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  cable.plug();
  await expect(me.hand.first()).toBeVisible();
});

test('a replay that is opened while the house is out of reach comes by itself when it is back', async ({ page, cable, watch }) => {
  watch.expects(/ERR_/);
  const id = await playedGame(page, 'card', 'over');
  await page.goto(`/replay/${id}`);
  await page.getByRole('link', { name: 'To the table' }).click();
  const replay = page.getByRole('link', { name: 'Watch the replay' });
  await expect(replay).toBeVisible();
  watch.allows(/WebSocket/);
  cable.pull();
  await replay.click();
  await expect(page.getByRole('heading', { name: 'The café cannot be reached just now.' })).toBeVisible();
  cable.plug();
  await expect(page.getByRole('button', { name: 'One step on' })).toBeVisible();
});

test('a house that closes for a moment says so at its tables, until it is open again', async ({ page, own, watch }) => {
  watch.allows(/WebSocket connection to .* failed/, atTheDoor);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await expect(new Player(page).hand.first()).toBeVisible();
  await own.closeForAMoment();
  await expect(page.getByRole('status').getByText('The house is closing for a moment.')).toBeVisible();
  await own.comeBack();
  await expect(page.getByText('The house is closing for a moment.')).toBeHidden();
});

test('with the network gone in mid-turn a banner says so, and a tap made meanwhile is played when it is back, once', async ({ page, cable, watch }) => {
  watch.expects(/WebSocket connection to .* failed/);
  watch.allows(atTheDoor);
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await me.turn();
  const before = me.view;

  cable.pull();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  await me.attempt(me.best());
  expect(me.view.seq).toBe(before.seq);

  cable.plug();
  await expect.poll(() => me.view.seq).toBeGreaterThan(before.seq);
  await expect(page.getByText(lost)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  const played = me.view.seq;
  await page.reload();
  await expect(me.hand.first()).toBeVisible();
  expect(me.view.seq).toBeGreaterThanOrEqual(played);
});

test('a house that loses its power in mid-turn and comes back has lost nothing that was seen', async ({ page, own, watch }) => {
  watch.expects(/WebSocket connection to .* failed/);
  watch.allows(atTheDoor);
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'board', 2)}`);
  await me.turn();
  await me.act(me.best());
  await me.turn();
  const before = me.view;

  await own.vanish();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  await own.comeBack();
  await expect(page.getByText(lost)).toBeHidden();
  await page.reload();
  await expect.poll(() => me.view.seq).toBe(before.seq);
  expect(me.view.seated).toEqual(before.seated);
  expect(me.view.scores).toEqual(before.scores);
});

test('a device without a network is told so, until it has one again', async ({ page, context, watch }) => {
  watch.allows(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('status')).toBeHidden();
});

test('whoever presses Play while the house is gone is told so, and can press again', async ({ page, cable, watch }) => {
  watch.expects(/ERR_/);
  await page.goto('/');
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  cable.pull();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText('The café cannot be reached just now.');
  cable.plug();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(new Player(page).hand.first()).toBeVisible();
});
