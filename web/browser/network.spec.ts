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

test('with the network gone in mid-turn a banner says so, and a tap made meanwhile is played when it is back, once', async ({ page, cable, watch }) => {
  watch.expects(/WebSocket connection to .* failed/);
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await me.turn();
  const before = me.scene;

  cable.pull();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  await me.attempt(me.best());
  expect(me.scene.seq).toBe(before.seq);

  cable.plug();
  await expect.poll(() => me.scene.seq).toBeGreaterThan(before.seq);
  await expect(page.getByText(lost)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  const played = me.scene.seq;
  await page.reload();
  await expect(me.hand.first()).toBeVisible();
  expect(me.scene.seq).toBeGreaterThanOrEqual(played);
});

test('a house that loses its power in mid-turn and comes back has lost nothing that was seen', async ({ page, own, watch }) => {
  watch.expects(/WebSocket connection to .* failed/);
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'board', 2)}`);
  await me.turn();
  await me.act(me.best());
  await me.turn();
  const before = me.scene;

  await own.vanish();
  await expect(page.getByRole('status').getByText(lost)).toBeVisible();
  await own.comeBack();
  await expect(page.getByText(lost)).toBeHidden();
  await page.reload();
  await expect.poll(() => me.scene.seq).toBe(before.seq);
  expect(me.scene.seated).toEqual(before.seated);
  expect(me.scene.scores).toEqual(before.scores);
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
