import { expect, test } from './fixtures';
import { createRoom, playedGame, register } from './games';
import { Player } from './player';
import { usePreparedGame } from './prepared_games';

/** The longest pause before the home page asks the server again after a change. */
const REFRESH_MS = 6_000;

test('home links to the game in progress and names the turn', async ({ page }) => {
  const id = await usePreparedGame(page, 'card');
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Continue where you left off' });
  await expect(next).toContainText('It’s your turn in the game with');
  await next.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`/t/${id}$`));
  await expect(new Player(page).hand.first()).toBeVisible();
});

test('a finished game is listed with its result only', async ({ page }) => {
  await usePreparedGame(page, 'cardOver');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Finished' }).getByRole('link')).toContainText(/won|Shared win|shared the win/);
  await expect(page.getByRole('region', { name: 'Continue where you left off' })).toHaveCount(0);
});

test('an old game in progress precedes finished games', async ({ page }) => {
  const old = await usePreparedGame(page, 'card');
  for (let i = 0; i < 7; i += 1) await playedGame(page, { game: 'card', until: 'over', options: { players: 5 } });
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Continue where you left off' });
  await expect(next.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', `/t/${old}`);
  const finished = page.getByRole('region', { name: 'Finished' });
  await expect(finished.getByRole('link')).toHaveCount(6);
  await finished.getByRole('button', { name: 'Show more' }).click();
  await expect(finished.getByRole('link')).toHaveCount(7);
  await expect(finished.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('a new public game appears on an open home page', async ({ page, newVisitor }) => {
  const stranger = await newVisitor();
  await stranger.clock.install();
  await stranger.goto('/');
  await register(page, 'Hostess Ruth');
  const { id } = await createRoom(page, { options: { game: 'board', players: 4, public: true }, bots: [] });
  await stranger.clock.runFor(REFRESH_MS);
  const listed = stranger.getByRole('region', { name: 'Open games' }).locator(`a[href="/t/${id}"]`);
  await expect(listed).toContainText('4 free seats');
  await listed.click();
  await stranger.getByRole('button', { name: 'Sit here' }).first().click();
  await expect(stranger.getByRole('button', { name: 'Leave seat' })).toBeVisible();
});

test('an open home page sends one request at a time and gets only what is new', async ({ page, newVisitor }) => {
  await usePreparedGame(page, 'card');
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
  const requests: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) requests.push(`${pathname} ${response.status()}`);
  });
  /** Moves the clock on until the page has asked again. */
  const poll = async (): Promise<void> => {
    const before = requests.length;
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1_000);
          return requests.length;
        },
        { intervals: [20] },
      )
      .toBeGreaterThan(before);
  };
  await poll();
  await poll();
  expect(new Set(requests)).toEqual(new Set(['/api/v1/home 304']));
  await createRoom(await newVisitor(), { options: { game: 'board', players: 4, public: true }, bots: [] });
  await expect.poll(async () => poll().then(() => requests.at(-1)), { intervals: [20] }).toBe('/api/v1/home 200');
  expect(new Set(requests)).toEqual(new Set(['/api/v1/home 304', '/api/v1/home 200']));
  await expect(page.getByRole('region', { name: 'Open games' })).toContainText('4 free seats');
});

test('other players see the chosen name', async ({ page, newVisitor }) => {
  await page.goto('/me');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Frau Holle');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await page.goto('/new');
  await page.getByRole('button', { name: 'Open game' }).click();
  const friend = await newVisitor();
  await friend.goto(await page.getByRole('textbox', { name: 'Invite friends' }).inputValue());
  await expect(friend.getByRole('region', { name: 'Players' })).toContainText('Frau Holle');
});

test('a name typed before the old one has loaded is kept', async ({ page }) => {
  await usePreparedGame(page, 'card');
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/me', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/me');
  const field = page.getByRole('textbox', { name: 'Your name' });
  await field.fill('Quick Quinn');
  const response = page.waitForResponse('**/api/v1/me');
  answer();
  await response;
  // The list of devices appears with the answer.
  await expect(page.getByRole('heading', { name: 'Your devices' })).toBeVisible();
  await expect(field).toHaveValue('Quick Quinn');
});

test('a link moves name and games to another device', async ({ page, newVisitor }) => {
  const id = await usePreparedGame(page, 'card');
  await page.goto('/me');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Moving Mia');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a code' }).click();
  const link = await page.getByRole('textbox', { name: 'Use another device' }).inputValue();

  const device = await newVisitor();
  await device.goto(link);
  await device.getByRole('button', { name: 'Yes, that’s me' }).click();
  await expect(device.getByRole('region', { name: 'Continue where you left off' }).locator(`a[href="/t/${id}"]`)).toBeVisible();
  await device.getByRole('link', { name: 'Continue' }).click();
  await expect(new Player(device).hand.first()).toBeVisible();
  await device.goto('/me');
  await expect(device.getByRole('textbox', { name: 'Your name' })).toHaveValue('Moving Mia');
});
