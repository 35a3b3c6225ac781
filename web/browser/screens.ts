import type { Page } from '@playwright/test';
import { expect } from './cafe';
import { Player } from './player';
import { openTable, playedGame } from './prepare';

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
    const { id } = await openTable(page, { options: { game: 'board', players: 3 }, bots: [{ seat: 2, level: 'regular' }] });
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
  'the rules of the card game': (page) => rules(page, 'card'),
  'the rules of the board game': (page) => rules(page, 'board'),
  nowhere: async (page) => {
    await page.goto('/kitchen/sink');
  },
};

/** One's turn, a guest chosen, chairs glowing. */
async function midTurn(page: Page, game: 'card' | 'board'): Promise<void> {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, game, 5)}`);
  await me.turn();
  await me.hand.first().click();
  await expect(me.chosen).toHaveCount(1);
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
