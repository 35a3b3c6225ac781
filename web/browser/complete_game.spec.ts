import type { Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { createGame, type Game } from './games';
import { keyboard } from './keyboard_input';
import { Player, mouse, touch } from './player';

const endReasons = /no tables left|The last guest|closed the café|The last chair|The bar is full|Only one player|almost empty|run out of guests|Everyone passed/;

// One whole game per input method; tutorials and prepared games use the other combinations.
test.slow();

test('board game with the mouse, from home and to the result', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the board game' }).click();
  const me = new Player(page, mouse);
  await playSome(me);
  await openGameOfFour(page, 'board');
  await me.play();
  await expect(me.result.getByRole('row')).toHaveCount(1 + PLAYERS);
  await expect(me.result).toContainText(endReasons);
});

test('card game with the keyboard alone, from home and to the result', async ({ page }) => {
  await page.goto('/');
  await keyboard(page.getByRole('button', { name: 'Play now' }));
  const me = new Player(page, keyboard);
  await playSome(me);
  await openGameOfFour(page, 'card');
  await me.play();
  await expect(me.result).toContainText(endReasons);
  await keyboard(me.result.getByRole('button', { name: 'View the café' }));
  await expect(me.result).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('card game by touch, never wider than the screen', async ({ page }) => {
    const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.goto('/');
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Play now' }).tap();
    const me = new Player(page, touch);
    await me.turn();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await playSome(me);
    await openGameOfFour(page, 'card');
    await me.turn();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await me.play();
    await expect(me.result.getByRole('row')).toHaveCount(1 + PLAYERS);
    await expect(me.result.getByRole('button', { name: 'Play again' })).toBeInViewport();
  });
});

const PLAYERS = 4;
const ACTIONS_FROM_HOME = 4;

/** The first actions of the game that a button of the home page starts. It has two players, so a whole one has twice the actions. */
async function playSome(me: Player): Promise<void> {
  for (let actions = 0; actions < ACTIONS_FROM_HOME && (await me.turn()); actions += 1) await me.act(me.best());
}

async function openGameOfFour(page: Page, game: Game): Promise<void> {
  await page.goto(`/t/${await createGame([page], { game, until: 'over', options: { players: PLAYERS } })}`);
}
