import type { BrowserContext } from '@playwright/test';
import { floorPlanOf } from '../src/game/floor_plan';
import { expect, test } from './cafe';
import { Player } from './player';
import { beKnown, openTable, playedGame } from './prepare';

const unknown = 'aaaaaaaaaaaaaaaa';

test('an address that leads nowhere says so, and leads home', async ({ page }) => {
  await page.goto('/kitchen/sink');
  await expect(page.getByRole('heading', { name: 'There is no such room in this café.' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
});

for (const place of ['t', 'replay']) {
  test(`a link to /${place} that is not complete says so, and leads home`, async ({ page, watch }) => {
    watch.expects(/answer: 404 GET/, /console: .* 404 /);
    await page.goto(`/${place}/${unknown}`);
    await expect(page.getByRole('heading', { name: 'There is no such table. Perhaps the link is not complete.' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  });
}

test('whoever comes to a full table watches, and sees no hand', async ({ page, somebody }) => {
  const id = await playedGame(page, 'card', 1);
  const late = await somebody();
  await late.goto(`/t/${id}`);
  await expect(late.getByText('You are watching.')).toBeVisible();
  await expect(late.getByRole('list', { name: 'Your hand' })).toHaveCount(0);
});

test('a table that is for its players only says so to everybody else', async ({ page, somebody }) => {
  const id = await playedGame(page, 'card', 1, { spectators: false });
  const late = await somebody();
  await late.goto(`/t/${id}`);
  await expect(late.getByText('This table is for its players only.')).toBeVisible();
});

test('of two who want the same chair, the slower one is told', async ({ page, somebody }) => {
  const { id } = await openTable(page, { options: { game: 'card', players: 2 }, bots: [{ player: 1, level: 'novice' }] });
  const [quick, slow] = [await somebody(), await somebody()];
  // The slower one hears nothing from the house for a while, and so still sees the chair free.
  const late: (() => void)[] = [];
  let deaf = false;
  await slow.routeWebSocket(/\/socket/, (page) => {
    const house = page.connectToServer();
    house.onMessage((message) => (deaf ? late.push(() => page.send(message)) : page.send(message)));
  });
  await slow.goto(`/t/${id}`);
  const chair = slow.getByRole('button', { name: 'Sit down here' });
  await expect(chair).toBeVisible();
  deaf = true;
  await quick.goto(`/t/${id}`);
  await quick.getByRole('button', { name: 'Sit down here' }).click();
  await expect(quick.getByRole('button', { name: 'Stand up' })).toBeVisible();
  await chair.click();
  deaf = false;
  for (const hear of late) hear();
  await expect(slow.getByRole('alert')).toContainText('Someone was quicker: this chair is taken.');
  await expect(chair).toBeHidden();
});

test('a guest on the wrong chair stays in hand, and the page says why', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  const me = new Player(page);
  await me.turn();
  const before = me.view;
  const legal = before.legal.map(({ action }) => action.split('@'));
  const code = (before.hands[before.player ?? 0] ?? []).find((one) => !one.startsWith('JK')) ?? '';
  const chairs = floorPlanOf(before.tables).seats;
  const wrong = chairs.find((chair) => !legal.some(([guest, seat]) => guest === code && seat === chair));
  await me.choose(code);
  await me.chair(wrong ?? '').click();
  await expect(page.getByRole('alert')).toHaveText(/No table at this chair|must be in balance|nobody in your hand could follow/);
  expect(me.view.seq).toBe(before.seq);
  await expect(me.chosen).toHaveCount(1);
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a name of spaces is not a name, and one cannot type a longer one than 24 characters', async ({ page, watch }) => {
  watch.expects(/answer: 4\d\d POST \/api\/v1\/me/, /console: .* 4\d\d /);
  await page.goto('/me');
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.pressSequentially('A very long name for a very small guest');
  await expect(name).toHaveValue('A very long name for a v');
  await name.fill('   ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('A name has 1 to 24 characters.');
});

test('a code that is used up says so', async ({ page, watch }) => {
  watch.expects(/answer: 4\d\d POST \/api\/v1\/links/, /console: .* 4\d\d /);
  await page.goto('/me#used-up');
  await page.getByRole('button', { name: 'Yes, that is me' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is used up or too old.');
  await expect(page).toHaveURL(/\/me$/);
});

test('the replay of a game that goes on is not shown', async ({ page, watch }) => {
  watch.expects(/answer: 4\d\d GET .*replay/, /console: .* 4\d\d /);
  await page.goto(`/replay/${await playedGame(page, 'card', 1)}`);
  await expect(page.getByRole('heading', { name: 'The game is still going on.' })).toBeVisible();
});

test('whoever has too many open tables is told to finish one first', async ({ page, watch }) => {
  watch.expects(/answer: 4\d\d POST \/api\/v1\/rooms/, /console: .* 4\d\d /);
  await beKnown(page);
  for (let i = 0; i < 50; i += 1) await openTable(page, { options: { game: 'card', players: 2 }, bots: [] });
  await page.reload();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText('Finish one of your tables');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
});

/** Somebody is forgotten, as they wish, in another tab. */
async function beForgotten(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/me');
  await other.getByRole('button', { name: 'Forget me' }).click();
  await other.getByRole('button', { name: 'Yes, forget me' }).click();
  await expect(other.getByRole('button', { name: 'Play now' })).toBeVisible();
  await other.close();
}

const forgotten = 'The café does not know you any more. From here on you are a new guest.';

test('a visitor who was forgotten in another tab is told so, and plays as somebody new', async ({ page, context, watch }) => {
  watch.expects(/answer: 401 /, /console: .* 401 /);
  await beKnown(page);
  await page.goto('/');
  await beForgotten(context);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText(forgotten);
  await expect(new Player(page).hand.first()).toBeVisible();
});

test('a visitor who was forgotten in another tab is told so once on the home page', async ({ page, context, watch }) => {
  watch.expects(/answer: 401 /, /console: .* 401 /);
  await beKnown(page);
  await page.goto('/');
  await beForgotten(context);
  await page.bringToFront();
  await expect(page.getByRole('alert')).toContainText(forgotten);
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await page.waitForResponse(/\/api\/v1\/rooms$/);
  await page.waitForResponse(/\/api\/v1\/rooms$/);
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a visitor who was forgotten in another tab is told so at the table, and finds the way home', async ({ page, context, watch }) => {
  watch.expects(/answer: 401 /, /console: .* 401/);
  watch.allows(/WebSocket connection to .* failed/);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await expect(new Player(page).hand.first()).toBeVisible();
  await beForgotten(context);
  await expect(page.getByRole('heading', { name: forgotten })).toBeVisible();
  await expect(page.getByText('The line is down.')).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(new Player(page).hand.first()).toBeVisible();
});

test('a screen that does not arrive says so, and can be loaded anew', async ({ page, watch }) => {
  watch.expects(/failed: GET \/assets\/NewGameScreen/);
  watch.allows(/ERR_FAILED|dynamically imported/);
  await page.route('**/assets/NewGameScreen*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Play with friends' }).click();
  await expect(page.getByRole('heading', { name: 'This part of the page did not arrive.' })).toBeVisible();
  await page.unroute('**/assets/NewGameScreen*');
  await page.getByRole('button', { name: 'Load the page anew' }).click();
  await expect(page.getByRole('button', { name: 'Open the table' })).toBeVisible();
});

for (const [path, arrived] of [
  ['/rules/card', 'Rules'],
  ['/learn', 'Learn to play'],
] as const) {
  test(`a page of words that does not arrive says so: ${path}`, async ({ page, watch }) => {
    watch.expects(/failed: GET \/assets\/en-/);
    watch.allows(/ERR_FAILED|dynamically imported/);
    await page.route('**/assets/en-*', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This part of the page did not arrive.' })).toBeVisible();
    await page.unroute('**/assets/en-*');
    await page.getByRole('button', { name: 'Load the page anew' }).click();
    await expect(page.getByRole('heading', { level: 1, name: arrived })).toBeVisible();
  });
}

test('over plain http, where a browser gives no clipboard, a link is copied all the same', async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('/new');
  await page.getByRole('button', { name: 'Open the table' }).click();
  const link = await page.getByRole('textbox', { name: 'Invite your friends' }).inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.goto('/me');
  const field = page.getByRole('textbox', { name: 'Your name' });
  await field.evaluate((one: HTMLInputElement) => one.removeAttribute('maxlength'));
  await field.fill('');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field).toHaveValue(link);
});

test('where a browser copies nothing at all, the text is there to be copied by hand', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const id = await playedGame(page, 'card', 'over');
  await page.goto(`/t/${id}`);
  await page.getByRole('button', { name: 'Share the game' }).click();
  const byHand = page.getByRole('textbox', { name: /Copy this by hand/ });
  await expect(byHand).toHaveValue(new RegExp(`/replay/${id}$`));
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.getByRole('button', { name: 'Copy the position' }).click();
  await expect(byHand).toHaveValue(/^\{/);
});
