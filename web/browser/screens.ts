import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { closeRoom, createGame, createRoom, keepNotices, openLesson, playedGame, presetStorage, takeSeat, type Game } from './games';
import { Player } from './player';
import { openPreparedGame, preparedRoom, usePreparedGame } from './prepared_games';

export interface Screen {
  open: (page: Page) => Promise<void>;
  /** Selector of what this screen adds to another one; axe only looks at that. */
  part?: string;
}

const dialog = 'dialog[open]';
/** The tabs beside the café, or in a sheet on a phone. */
const side = ':has(> * > [role=tablist])';

/** Every screen and how to open it. */
export const screens: Record<string, Screen> = {
  welcome: {
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: /^Learn to play\b.*step/ })).toBeVisible();
      await expect(page.getByText('No open games right now.')).toBeVisible();
    },
  },
  home: {
    open: async (page) => {
      await usePreparedGame(page, 'card');
      for (const game of ['card', 'board'] as const) await createGame([page], { game, until: 0, options: { clock: { kind: 'days', per_turn: 3 } } });
      await playedGame(page, { game: 'card', until: 'over', options: { players: 5 } });
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Finished' }).getByRole('link')).toHaveCount(1);
    },
  },
  'new game': {
    open: async (page) => {
      await page.goto('/new');
      await page.getByRole('radio', { name: 'Bots' }).check();
      await expect(page.getByText('Takes the points on offer')).toBeVisible();
    },
  },
  lobby: {
    open: async (page) => {
      const { id } = await createRoom(page, { options: { game: 'board', players: 3 }, bots: [{ player: 2, level: 'regular' }] });
      await page.goto(`/t/${id}`);
      await page.getByRole('button', { name: 'Sit here' }).first().click();
      await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    },
  },
  'question before a game is closed': {
    open: async (page) => {
      const { id } = await createRoom(page, { options: { game: 'card', players: 2 }, bots: [] });
      await page.goto(`/t/${id}`);
      await page.getByRole('button', { name: 'Close this game' }).click();
      await expect(page.getByRole('dialog', { name: 'Close this game?' })).toBeVisible();
    },
    part: dialog,
  },
  'closed game': {
    open: async (page) => {
      const { id } = await createRoom(page, { options: { game: 'card', players: 2 }, bots: [] });
      await takeSeat(page, id, 0);
      await closeRoom(page, id);
      await page.goto(`/t/${id}`);
      await expect(page.getByRole('heading', { name: 'Game closed' })).toBeVisible();
    },
  },
  'rules over a game': {
    open: async (page) => {
      const id = await usePreparedGame(page, 'card');
      await page.goto(`/t/${id}?rules=card`);
      await expect(page.getByRole('dialog', { name: 'Rules' }).getByRole('heading', { name: 'The idea' })).toBeVisible();
    },
    part: '[role=dialog]',
  },
  'card game in mid-turn': { open: (page) => chooseGuest(page, 'card') },
  'board game in mid-turn': { open: (page) => chooseGuest(page, 'board') },
  'end of a card game': {
    open: async (page) => {
      await openPreparedGame(page, 'cardOver');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    part: dialog,
  },
  'end of a board game': {
    open: async (page) => {
      await openPreparedGame(page, 'boardOver');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    part: dialog,
  },
  'replay of a card game': { open: (page) => replayEnd(page, 'card') },
  'replay of a board game': { open: (page) => replayEnd(page, 'board') },
  profile: {
    open: async (page) => {
      await page.goto('/me');
      const link = page.getByRole('textbox', { name: 'Use another device' });
      await page.getByRole('button', { name: 'Create a code' }).click();
      await signInOtherDevice(page, await link.inputValue());
      await page.reload();
      await expect(page.getByRole('button', { name: 'Sign out', exact: false })).toHaveCount(3);
      await page.getByRole('button', { name: 'Create a code' }).click();
      await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    },
  },
  settings: {
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('button', { name: 'Dark' })).toBeVisible();
    },
    part: 'header',
  },
  tutorials: {
    open: async (page) => {
      await page.goto('/learn');
      await expect(page.getByRole('heading', { name: 'Learn to play' })).toBeVisible();
    },
  },
  'lesson of the card game': {
    open: async (page) => {
      await page.goto('/learn/card');
      await new Player(page).choose('ITm');
    },
  },
  'summary of a lesson of the board game': {
    open: async (page) => {
      await page.goto('/learn/board');
      await new Player(page).attempt('ITf@a4');
      await expect(page.getByRole('region', { name: 'Well done' })).toBeVisible();
    },
  },
  'end of the tutorial': {
    open: async (page) => {
      await presetStorage(page, 'cafe.learn.card', JSON.stringify({ at: 99, done: [] }));
      await page.goto('/learn/card');
      await expect(page.getByRole('heading', { name: 'You’re ready to play' })).toBeVisible();
    },
  },
  'keyboard help': {
    open: async (page) => {
      await chooseGuest(page, 'card');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
    part: dialog,
  },
  'command line': {
    open: async (page) => {
      await chooseGuest(page, 'card');
      await page.keyboard.press('/');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option', { selected: true })).toBeVisible();
    },
    part: dialog,
  },
  'joker choice': {
    open: async (page) => {
      await openLesson(page, 'board', 'joker');
      const me = new Player(page);
      await me.choose('JKf');
      await me.chair('c4').click();
      await expect(page.getByRole('dialog', { name: 'Pick a nation for the joker' })).toBeVisible();
    },
    part: dialog,
  },
  'party choice': {
    open: async (page) => {
      await openLesson(page, 'card', 'party');
      await new Player(page).cafe.getByRole('button', { name: /^FR Party/ }).click();
      await expect(page.getByRole('dialog', { name: 'Party at the French table' })).toBeVisible();
    },
    part: dialog,
  },
  'deal check': {
    open: async (page) => {
      await openPreparedGame(page, 'cardOver');
      await page.getByRole('button', { name: 'Check the deal' }).click();
      await page.getByText('Show the numbers').click();
      await expect(page.getByText('Everything matches')).toBeVisible();
    },
    part: dialog,
  },
  chat: {
    open: async (page) => {
      await openPreparedGame(page, 'together');
      await openTab(page, 'Chat');
      await page.getByRole('textbox', { name: 'Write a message' }).fill('Bonjour!');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('list', { name: 'Chat' })).toContainText('Bonjour!');
    },
    part: side,
  },
  'turn log': {
    open: async (page) => {
      await chooseGuest(page, 'board');
      await openTab(page, 'Turns');
    },
    part: side,
  },
  'score sheet': {
    open: async (page) => {
      await chooseGuest(page, 'card');
      await openTab(page, 'Turns');
      await page.getByRole('tab', { name: 'Score sheet' }).click();
      await expect(page.getByRole('table', { name: 'Score sheet' })).toBeVisible();
    },
    part: side,
  },
  'past turn': {
    open: async (page) => {
      await chooseGuest(page, 'card');
      await openTab(page, 'Turns');
      await page.getByRole('region', { name: 'Turns so far' }).getByRole('button').last().click();
      await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
    },
  },
  notice: {
    open: async (page) => {
      await keepNotices(page);
      await openLesson(page, 'card', 'nation');
      await new Player(page).attempt('ITm@a4');
      await expect(page.getByRole('alert')).toBeVisible();
    },
    part: '[role=alert]',
  },
  'watched game': {
    open: async (page) => {
      await page.goto(`/t/${preparedRoom('board').id}`);
      await expect(page.getByText('You’re watching this game.')).toBeVisible();
    },
  },
  'rules of the card game': { open: (page) => tryRulesExample(page, 'card') },
  'rules of the board game': { open: (page) => tryRulesExample(page, 'board') },
  'unknown address': {
    open: async (page) => {
      await page.goto('/kitchen/sink');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
};

/** Signs in another device with a link, so that the list has a device that can be signed out. */
async function signInOtherDevice(page: Page, link: string): Promise<void> {
  const claim = async (code: string): Promise<number> => (await fetch(`/api/v1/links/${code}`, { method: 'POST', credentials: 'omit' })).status;
  expect(await page.evaluate(claim, link.replace(/^.*#/, ''))).toBe(200);
}

/** Waits until everything is loaded and drawn. */
export async function settled(page: Page): Promise<void> {
  // A table draws its café in several frames.
  if ((await page.locator('.table-screen').count()) > 0) await expect(page.locator('[data-floor]').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The player's turn with a guest chosen, so that chairs are offered. */
async function chooseGuest(page: Page, game: Game): Promise<void> {
  const me = new Player(page);
  await openPreparedGame(page, game === 'card' ? 'cardLater' : 'board');
  await me.turn();
  await me.hand.first().click();
  await expect(me.chosen).toHaveCount(1);
}

/** Opens a tab beside the café, or in the sheet of a phone. */
async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  const button = page.getByRole('button', { name, exact: true });
  await expect(tab.or(button).first()).toBeVisible();
  await ((await button.isVisible()) ? button : tab).click();
  await expect(tab).toBeVisible();
}

async function replayEnd(page: Page, game: Game): Promise<void> {
  await page.goto(`/replay/${await usePreparedGame(page, `${game}Over`)}`);
  await page.getByRole('button', { name: 'Go to the end' }).click();
  await expect(page.getByRole('button', { name: 'One step forward' })).toBeDisabled();
}

/** Opens the rules and tries an example, which is drawn when it comes into view. */
async function tryRulesExample(page: Page, game: Game): Promise<void> {
  await page.goto(`/rules/${game}`);
  const example = page.getByRole('region', { name: 'Who can sit where' }).getByRole('figure');
  await example.scrollIntoViewIfNeeded();
  await example.getByRole('button', { name: /^Chair .*free: \+/ }).first().click();
  await expect(example.getByRole('button', { name: 'Start over' })).toBeVisible();
}
