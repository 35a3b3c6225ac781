import { expect, test } from './fixtures';
import { createRoom, register, takeSeat } from './games';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('lobby shows the options and the rules of its game', async ({ page, newVisitor }) => {
  await register(page, 'Hostess Ruth');
  const { id } = await createRoom(page, { options: { game: 'board', players: 3, clock: { kind: 'days', per_turn: 2 }, hints: false }, bots: [] });
  const friend = await newVisitor();
  await friend.goto(`/t/${id}`);
  const options = friend.getByRole('region', { name: 'About this game' });
  for (const text of [/Game\s*Board game/, /Players\s*3/, /Time per turn\s*2 days/, /Hints\s*No/, /Undo\s*(Yes|No)/]) await expect(options).toContainText(text);
  await options.getByRole('link', { name: 'Read the rules' }).click();
  const rules = friend.getByRole('dialog', { name: 'Rules' });
  await expect(rules.getByRole('link', { name: 'Board game' })).toHaveAttribute('aria-current', 'page');
  await friend.keyboard.press('Escape');
  await expect(rules).toHaveCount(0);
  await expect(friend).toHaveURL(new RegExp(`/t/${id}$`));
});

test('players talk before the game', async ({ page, newVisitor }) => {
  await register(page, 'Ann');
  const { id } = await createRoom(page, { options: { game: 'card', players: 2 }, bots: [] });
  await takeSeat(page, id, 0);
  const friend = await newVisitor();
  await register(friend, 'Ben');
  await takeSeat(friend, id, 1);
  await page.goto(`/t/${id}`);
  await friend.goto(`/t/${id}`);
  const chat = page.getByRole('region', { name: 'Chat' });
  await chat.getByRole('textbox', { name: 'Write a message' }).fill('Coffee?');
  await page.keyboard.press('Enter');
  await expect(friend.getByRole('region', { name: 'Chat' })).toContainText('Coffee?');
});

test('closing a game asks first and leads everybody home', async ({ page, newVisitor }) => {
  const { id } = await createRoom(page, { options: { game: 'card', players: 2 }, bots: [] });
  const friend = await newVisitor();
  await page.goto(`/t/${id}`);
  await friend.goto(`/t/${id}`);
  await expect(friend.getByRole('button', { name: 'Sit here' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Close this game' }).click();
  const question = page.getByRole('dialog', { name: 'Close this game?' });
  await question.getByRole('button', { name: 'Keep it open' }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Close this game' }).click();
  await question.getByRole('button', { name: 'Close game' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('alert')).toContainText('The game is closed.');
  // Somebody else on the page learns it, and has a way home.
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Game closed');
  await friend.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
  await expect(friend).toHaveURL(/\/$/);
});

test('a rematch says for whom its seats are kept', async ({ page, newVisitor }) => {
  const ann = new Player(page);
  const id = await openPreparedGame(page, 'togetherOver', 0);
  await ann.result.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  const players = page.getByRole('region', { name: 'Players' });
  await expect(players).toContainText('Kept for Guest');
  // A page that has not seen the last game does not know the name.
  await page.reload();
  await expect(players).toContainText('Kept for a player of the last game');
  const stranger = await newVisitor();
  await stranger.goto(page.url());
  await expect(stranger.getByRole('region', { name: 'Players' })).toContainText('Kept for');
  await expect(stranger.getByRole('button', { name: 'Sit here' })).toHaveCount(0);
});
