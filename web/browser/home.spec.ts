import { expect, test } from './cafe';
import { Player } from './player';
import { beKnown, openTable, playedGame } from './prepare';

test('the home page leads back to where one was, and says that it is one’s turn', async ({ page }) => {
  const id = await playedGame(page, 'card', 1);
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Where you were' });
  await expect(next).toContainText('It is your turn with');
  await expect(page.getByRole('region', { name: 'Your games' }).getByRole('link')).toContainText('Your turn');
  await next.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(new RegExp(`/t/${id}$`));
  await expect(new Player(page).hand.first()).toBeVisible();
});

test('a finished game is in the list with its result, but nothing waits', async ({ page }) => {
  await playedGame(page, 'card', 'over');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Your games' }).getByRole('link')).toContainText(/won|Shared win|share the win/);
  await expect(page.getByRole('region', { name: 'Where you were' })).toHaveCount(0);
});

test('an old game that goes on is found behind many that are over, and of those more are shown when asked for', async ({ page }) => {
  const old = await playedGame(page, 'card', 1);
  for (let i = 0; i < 7; i += 1) await playedGame(page, 'card', 'over');
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Where you were' });
  await expect(next.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', `/t/${old}`);
  const mine = page.getByRole('region', { name: 'Your games' });
  await expect(mine.getByRole('link').first()).toHaveAttribute('href', `/t/${old}`);
  await expect(mine.getByRole('link')).toHaveCount(1 + 6);
  await mine.getByRole('button', { name: 'More games' }).click();
  await expect(mine.getByRole('link')).toHaveCount(1 + 7);
  await expect(mine.getByRole('button', { name: 'More games' })).toHaveCount(0);
});

test('a public table appears on a stranger’s home page while they look, and they can sit down there', async ({ page, somebody }) => {
  const stranger = await somebody();
  await stranger.goto('/');
  await beKnown(page, 'Hostess Ruth');
  const { id } = await openTable(page, { options: { game: 'board', players: 4, public: true }, bots: [] });
  const listed = stranger.getByRole('region', { name: 'Open tables' }).locator(`a[href="/t/${id}"]`);
  await expect(listed).toContainText('4 chairs free');
  await listed.click();
  await stranger.getByRole('button', { name: 'Sit down here' }).first().click();
  await expect(stranger.getByRole('button', { name: 'Stand up' })).toBeVisible();
});

test('one’s name is shown to the others', async ({ page, somebody }) => {
  await page.goto('/me');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Frau Holle');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await page.goto('/new');
  await page.getByRole('button', { name: 'Open the table' }).click();
  const friend = await somebody();
  await friend.goto(await page.getByRole('textbox', { name: 'Invite your friends' }).inputValue());
  await expect(friend.getByRole('region', { name: 'Players' })).toContainText('Frau Holle');
});

test('one moves to another device by its link, with name and games', async ({ page, somebody }) => {
  await page.goto('/me');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Moving Mia');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  const id = await playedGame(page, 'card', 1);
  await page.goto('/me');
  await page.getByRole('button', { name: 'Make a code' }).click();
  const link = await page.getByRole('textbox', { name: 'On another device' }).inputValue();

  const device = await somebody();
  await device.goto(link);
  await device.getByRole('button', { name: 'Yes, that is me' }).click();
  await expect(device.getByRole('region', { name: 'Your games' }).locator(`a[href="/t/${id}"]`)).toContainText('Moving Mia');
  await device.getByRole('link', { name: 'Go on' }).click();
  await expect(new Player(device).hand.first()).toBeVisible();
});
