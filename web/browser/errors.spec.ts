import type { BrowserContext } from '@playwright/test';
import { floorPlanOf } from '../src/game/floor_plan';
import { expect, test } from './fixtures';
import { createRoom, register } from './games';
import { Player } from './player';
import { openPreparedGame, usePreparedGame } from './prepared_games';

const unknownRoom = 'aaaaaaaaaaaaaaaa';

test('an unknown address says so and links home', async ({ page }) => {
  await page.goto('/kitchen/sink');
  await expect(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
});

for (const place of ['t', 'replay']) {
  test(`an incomplete link to /${place} says so and links home`, async ({ page, pageErrors }) => {
    pageErrors.expect(/response: 404 GET/, /console: .* 404 /);
    await page.goto(`/${place}/${unknownRoom}`);
    await expect(page.getByRole('heading', { name: 'There’s no game here. Check that the link is complete.' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  });
}

test('a visitor of a full game watches without a hand', async ({ page, newVisitor }) => {
  const id = await usePreparedGame(page, 'card');
  const late = await newVisitor();
  await late.goto(`/t/${id}`);
  await expect(late.getByText('You’re watching this game.')).toBeVisible();
  await expect(late.getByRole('list', { name: 'Your hand' })).toHaveCount(0);
});

test('a private game says so to other visitors', async ({ page, newVisitor }) => {
  const id = await usePreparedGame(page, 'cardPrivate');
  const late = await newVisitor();
  await late.goto(`/t/${id}`);
  await expect(late.getByText('Only its players can see this game.')).toBeVisible();
});

test('of two who take a seat, the slower one is told', async ({ page, newVisitor }) => {
  const { id } = await createRoom(page, { options: { game: 'card', players: 2 }, bots: [{ player: 1, level: 'novice' }] });
  const [quick, slow] = [await newVisitor(), await newVisitor()];
  // Messages to the slower one are delayed, so the seat still looks free.
  const delayed: (() => void)[] = [];
  let delay = false;
  await slow.routeWebSocket(/\/socket/, (page) => {
    const server = page.connectToServer();
    server.onMessage((message) => (delay ? delayed.push(() => page.send(message)) : page.send(message)));
  });
  await slow.goto(`/t/${id}`);
  const seat = slow.getByRole('button', { name: 'Sit here' });
  await expect(seat).toBeVisible();
  delay = true;
  await quick.goto(`/t/${id}`);
  await quick.getByRole('button', { name: 'Sit here' }).click();
  await expect(quick.getByRole('button', { name: 'Leave seat' })).toBeVisible();
  await seat.click();
  delay = false;
  for (const deliver of delayed) deliver();
  await expect(slow.getByRole('alert')).toContainText('Someone else just took this seat.');
  await expect(seat).toBeHidden();
});

test('a guest on an illegal chair stays in hand, with a reason', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'card');
  await me.turn();
  const before = me.view;
  const legal = before.legal.map(({ action }) => action.split('@'));
  const code = (before.hands[before.player ?? 0] ?? []).find((guest) => !guest.startsWith('JK')) ?? '';
  const chairs = floorPlanOf(before.tables).seats;
  const illegal = chairs.find((chair) => !(chair in before.seated) && !legal.some(([guest, seat]) => guest === code && seat === chair));
  await me.choose(code);
  await me.chair(illegal ?? '').click();
  await expect(page.getByRole('alert')).toHaveText(/isn’t at a table|of the other sex|could join them/);
  expect(me.view.seq).toBe(before.seq);
  await expect(me.chosen).toHaveCount(1);
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a name has 1 to 24 characters and is not blank', async ({ page, pageErrors }) => {
  pageErrors.expect(/response: 4\d\d POST \/api\/v1\/me/, /console: .* 4\d\d /);
  await page.goto('/me');
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.pressSequentially('A very long name for a very small guest');
  await expect(name).toHaveValue('A very long name for a v');
  await name.fill('   ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('A name needs 1 to 24 visible characters');
});

test('a used code says so', async ({ page, pageErrors }) => {
  pageErrors.expect(/response: 4\d\d POST \/api\/v1\/links/, /console: .* 4\d\d /);
  await page.goto('/me#used-up');
  await page.getByRole('button', { name: 'Yes, that’s me' }).click();
  await expect(page.getByRole('alert')).toContainText('This code has expired or was already used.');
  await expect(page).toHaveURL(/\/me$/);
});

test('a game in progress has no replay', async ({ page, pageErrors }) => {
  pageErrors.expect(/response: 4\d\d GET .*replay/, /console: .* 4\d\d /);
  await page.goto(`/replay/${await usePreparedGame(page, 'card')}`);
  await expect(page.getByRole('heading', { name: 'The game isn’t over yet.' })).toBeVisible();
});

test.describe('with a limit on open games', () => {
  const MAX_OPEN_ROOMS = 2;
  test.use({ serverArgs: ['--max-open-rooms', String(MAX_OPEN_ROOMS)] });

  test('a visitor with too many open games is told to finish one', async ({ page, pageErrors }) => {
    pageErrors.expect(/response: 4\d\d POST \/api\/v1\/rooms/, /console: .* 4\d\d /);
    await register(page);
    for (let i = 0; i < MAX_OPEN_ROOMS; i += 1) await createRoom(page, { options: { game: 'card', players: 2 }, bots: [] });
    await page.goto('/');
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.getByRole('alert')).toContainText('Finish one of your games');
    await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
  });
});

/** Deletes the visitor in another tab. */
async function forgetVisitor(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/me');
  await other.getByRole('button', { name: 'Delete my profile' }).click();
  await other.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(other.getByRole('button', { name: 'Play now' })).toBeVisible();
  await other.close();
}

/** The longest pause before the home page asks the server again after a change. */
const REFRESH_MS = 6_000;
const forgotten = 'You’ve been signed out on this device. You can go on playing as someone new.';

test('a visitor deleted in another tab plays as a new one', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/response: 401 /, /console: .* 401 /);
  await register(page);
  await page.goto('/');
  await forgetVisitor(context);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText(forgotten);
  await expect(new Player(page).hand.first()).toBeVisible();
});

test('home tells a visitor deleted in another tab once', async ({ page, context }) => {
  await register(page);
  await page.clock.install();
  await page.goto('/');
  await forgetVisitor(context);
  await page.bringToFront();
  await page.clock.runFor(REFRESH_MS);
  await expect(page.getByRole('alert')).toContainText(forgotten);
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  for (let refresh = 0; refresh < 2; refresh += 1) {
    const answered = page.waitForResponse(/\/api\/v1\/home$/);
    await page.clock.runFor(REFRESH_MS);
    await answered;
  }
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a game tells a visitor deleted in another tab', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/response: 401 /, /console: .* 401/);
  pageErrors.allow(/WebSocket connection to .* failed/);
  await openPreparedGame(page, 'card');
  await expect(new Player(page).hand.first()).toBeVisible();
  await forgetVisitor(context);
  await expect(page.getByRole('heading', { name: forgotten })).toBeVisible();
  await expect(page.getByText('Connection lost.')).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(new Player(page).hand.first()).toBeVisible();
});

test('a screen that fails to load can be reloaded', async ({ page, pageErrors }) => {
  pageErrors.expect(/failed: GET \/assets\//);
  pageErrors.allow(/ERR_FAILED|dynamically imported/);
  await page.goto('/', { waitUntil: 'networkidle' });
  // From here on only the code of other screens is missing.
  await page.route('**/assets/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Play with friends' }).click();
  await expect(page.getByRole('heading', { name: 'This part of the page didn’t load.' })).toBeVisible();
  await page.unroute('**/assets/*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('button', { name: 'Open game' })).toBeVisible();
});

for (const [path, title] of [
  ['/rules/card', 'Rules'],
  ['/learn', 'Learn to play'],
] as const) {
  test(`texts that fail to load can be reloaded: ${path}`, async ({ page, pageErrors }) => {
    pageErrors.expect(/failed: GET \/assets\/en-/);
    pageErrors.allow(/ERR_FAILED|dynamically imported/);
    await page.route('**/assets/en-*', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This part of the page didn’t load.' })).toBeVisible();
    await page.unroute('**/assets/en-*');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
}

test('a link is copied without the clipboard API', async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('/new');
  await page.getByRole('button', { name: 'Open game' }).click();
  const link = await page.getByRole('textbox', { name: 'Invite friends' }).inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.goto('/me');
  const field = page.getByRole('textbox', { name: 'Your name' });
  await field.evaluate((input: HTMLInputElement) => input.removeAttribute('maxlength'));
  await field.fill('');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field).toHaveValue(link);
});

test('without any way to copy, the text is shown', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const id = await openPreparedGame(page, 'cardOver');
  await page.getByRole('button', { name: 'Share game' }).click();
  const text = page.getByRole('textbox', { name: /Copy this by hand/ });
  await expect(text).toHaveValue(new RegExp(`/replay/${id}$`));
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.getByRole('button', { name: 'Copy position' }).click();
  await expect(text).toHaveValue(/^\{/);
});
