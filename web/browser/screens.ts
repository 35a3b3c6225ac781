import type { Page } from '@playwright/test';
import { expect } from './cafe';
import { Player } from './player';
import { openLesson, openTable, playedGame, satDown } from './prepare';

/** Every screen, and how one gets there. */
export const screens: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await playedGame(page, 'card', 1);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Go on' })).toBeVisible();
  },
  'the set-up of a table': async (page) => {
    await page.goto('/new');
    await page.getByRole('radio', { name: 'The house' }).check();
    await expect(page.getByText('Takes good points')).toBeVisible();
  },
  'the lobby': async (page) => {
    const { id } = await openTable(page, { options: { game: 'board', players: 3 }, bots: [{ player: 2, level: 'regular' }] });
    await page.goto(`/t/${id}`);
    await page.getByRole('button', { name: 'Sit down here' }).first().click();
    await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  },
  'the card table in mid-turn': (page) => midTurn(page, 'card'),
  'the board in mid-turn': (page) => midTurn(page, 'board'),
  'the end of a card game': async (page) => {
    await page.goto(`/t/${await playedGame(page, 'card', 'over')}`);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the end of a board game': async (page) => {
    await page.goto(`/t/${await playedGame(page, 'board', 'over')}`);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a replay': async (page) => {
    await page.goto(`/replay/${await playedGame(page, 'card', 'over')}`);
    await page.getByRole('button', { name: 'To the end' }).click();
  },
  'one’s own page': async (page) => {
    await page.goto('/me');
    await page.getByRole('button', { name: 'Make a code' }).click();
    await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  },
  'the settings': async (page) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  },
  'the choice of a tutorial': async (page) => {
    await page.goto('/learn');
    await expect(page.getByRole('heading', { name: 'Learn to play' })).toBeVisible();
  },
  'a lesson of the card game, begun': async (page) => {
    await page.goto('/learn/card');
    await new Player(page).choose('ITm');
  },
  'a lesson of the board game, done': async (page) => {
    await page.goto('/learn/board');
    await new Player(page).attempt('ITf@a4');
    await expect(page.getByRole('region', { name: 'Well done' })).toBeVisible();
  },
  'the end of the tutorial': async (page) => {
    await page.evaluate(() => localStorage.setItem('cafe.learn.card', JSON.stringify({ at: 99, done: [] })));
    await page.goto('/learn/card');
    await expect(page.getByRole('heading', { name: 'You know all you need' })).toBeVisible();
  },
  'the list of keys': async (page) => {
    await midTurn(page, 'card');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  },
  'the typed line': async (page) => {
    await midTurn(page, 'card');
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toBeVisible();
  },
  'the choice for a traveller': async (page) => {
    await openLesson(page, 'board', 'joker');
    const me = new Player(page);
    await me.choose('JKf');
    await me.chair('c4').click();
    await expect(page.getByRole('dialog', { name: 'As whom does the traveller sit?' })).toBeVisible();
  },
  'the choice of a party': async (page) => {
    await openLesson(page, 'card', 'party');
    await new Player(page).cafe.getByRole('button', { name: /^FR Party/ }).click();
    await expect(page.getByRole('dialog', { name: 'A party at table France' })).toBeVisible();
  },
  'the check of a deal': async (page) => {
    await page.goto(`/t/${await playedGame(page, 'card', 'over')}`);
    await page.getByRole('button', { name: 'Check the deal' }).click();
    await page.getByText('The numbers').click();
    await expect(page.getByText('Everything fits')).toBeVisible();
  },
  talk: async (page) => {
    const { id } = await openTable(page, { options: { game: 'card', players: 2 }, bots: [] });
    await elsewhere(page, (friend) => satDown(friend, id));
    await page.goto(`/t/${id}`);
    await page.getByRole('button', { name: 'Sit down here' }).click();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await openLeaf(page, 'Talk');
    await page.getByRole('textbox', { name: 'Say something' }).fill('Bonjour!');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Talk' })).toContainText('Bonjour!');
  },
  'the story of a game': async (page) => {
    await midTurn(page, 'board');
    await openLeaf(page, 'Turns');
  },
  'the score sheet': async (page) => {
    await midTurn(page, 'card');
    await openLeaf(page, 'Turns');
    await page.getByRole('tab', { name: 'Score sheet' }).click();
    await expect(page.getByRole('table', { name: 'Score sheet' })).toBeVisible();
  },
  'a past turn': async (page) => {
    await midTurn(page, 'card');
    await openLeaf(page, 'Turns');
    await page.getByRole('region', { name: 'What happened' }).getByRole('button').last().click();
    await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
  },
  'a notice': async (page) => {
    // It stays as long as one looks at it.
    await page.addInitScript(() => {
      const later = window.setTimeout;
      window.setTimeout = ((task: TimerHandler, ms?: number, ...more: unknown[]) => (ms === 6_000 ? 0 : later(task, ms, ...more))) as typeof setTimeout;
    });
    await openLesson(page, 'card', 'nation');
    await new Player(page).attempt('ITm@a4');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'a table that one watches': async (page) => {
    const id = await elsewhere(page, (friend) => playedGame(friend, 'board', 2));
    await page.goto(`/t/${id}`);
    await expect(page.getByText('You are watching.')).toBeVisible();
  },
  'a replay of the board game': async (page) => {
    await page.goto(`/replay/${await playedGame(page, 'board', 'over')}`);
    await page.getByRole('button', { name: 'To the end' }).click();
  },
  'the rules of the card game': (page) => rules(page, 'card'),
  'the rules of the board game': (page) => rules(page, 'board'),
  nowhere: async (page) => {
    await page.goto('/kitchen/sink');
  },
};

/** Everything has come and stands in its place. */
export async function settled(page: Page): Promise<void> {
  // A table has a café, which is laid part by part.
  if ((await page.locator('.table-screen').count()) > 0) await expect(page.locator('[data-floor]').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** One's turn, a guest chosen, chairs glowing. */
async function midTurn(page: Page, game: 'card' | 'board'): Promise<void> {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, game, 5)}`);
  await me.turn();
  await me.hand.first().click();
  await expect(me.chosen).toHaveCount(1);
}

/** Beside the café, or in a sheet that comes up on a phone. */
async function openLeaf(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  const corner = page.getByRole('button', { name, exact: true });
  await expect(tab.or(corner).first()).toBeVisible();
  await (await corner.isVisible() ? corner : tab).click();
  await expect(tab).toBeVisible();
}

/** Something that somebody else does, in a browser of their own. */
async function elsewhere<T>(page: Page, does: (friend: Page) => Promise<T>): Promise<T> {
  const context = await page.context().browser()?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('there is no other browser');
  const friend = await context.newPage();
  await friend.goto('/');
  const done = await does(friend);
  await context.close();
  return done;
}

/** With an example laid and tried. */
async function rules(page: Page, game: 'card' | 'board'): Promise<void> {
  await page.goto(`/rules/${game}`);
  const example = page.getByRole('region', { name: 'Who may sit where' }).getByRole('figure');
  // It is laid when it comes into sight.
  await example.scrollIntoViewIfNeeded();
  await example.getByRole('button', { name: /^Chair .*would score \+/ }).first().click();
  await expect(example.getByRole('button', { name: 'Start over' })).toBeVisible();
}
