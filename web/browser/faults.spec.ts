import { planOf } from '../src/lib/game/plan';
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
  const id = await playedGame(page, 'card', 1, { watching: false });
  const late = await somebody();
  await late.goto(`/t/${id}`);
  await expect(late.getByText('This table is for its players only.')).toBeVisible();
});

test('of two who want the same chair, the slower one is told', async ({ page, somebody }) => {
  const { id } = await openTable(page, { options: { game: 'card', players: 2 }, bots: [{ seat: 1, level: 'novice' }] });
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
  const before = me.scene;
  const legal = before.legal.map(({ action }) => action.split('@'));
  const code = (before.hands[before.seat ?? 0] ?? []).find((one) => !one.startsWith('JK')) ?? '';
  const chairs = planOf(before.tables).seats;
  const wrong = chairs.find((chair) => !legal.some(([guest, seat]) => guest === code && seat === chair));
  await me.choose(code);
  await me.chair(wrong ?? '').click();
  await expect(page.getByRole('alert')).toHaveText(/No table at this chair|must be in balance|nobody in your hand could follow/);
  expect(me.scene.seq).toBe(before.seq);
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
  watch.expects(/answer: 4\d\d POST \/api\/v1\/tables/, /console: .* 4\d\d /);
  await beKnown(page);
  for (let i = 0; i < 50; i += 1) await openTable(page, { options: { game: 'card', players: 2 }, bots: [] });
  await page.reload();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText('Finish one of your tables');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
});

test('a visitor who was forgotten in another tab is told, and comes in as somebody new', async ({ page, context, watch }) => {
  watch.expects(/answer: 401 /, /console: .* 401 /);
  await beKnown(page);
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/me');
  await other.getByRole('button', { name: 'Forget me' }).click();
  await other.getByRole('button', { name: 'Yes, forget me' }).click();
  await expect(other.getByRole('button', { name: 'Play now' })).toBeVisible();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('alert')).toContainText('The café does not know you any more.');
  await page.reload();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(new Player(page).hand.first()).toBeVisible();
});
