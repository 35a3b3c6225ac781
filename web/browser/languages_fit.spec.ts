import type { Page } from '@playwright/test';
import { clippedTexts } from './clipped_text';
import { expect, test } from './fixtures';
import { createGame, createRoom, register, takeSeat } from './games';
import { languages } from './translations';

const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

/** Every screen around the game, in a state with much text and the longest names. */
const screens: Record<string, (page: Page, friend: Page) => Promise<string>> = {
  welcome: async () => '/',
  home: async (page, friend) => {
    await register(page, 'Donaudampfschifffahrtsge');
    await register(friend, 'Maximiliane von Habsburg');
    for (const game of ['card', 'board'] as const) await createGame([page, friend], { game, until: 0, options: { clock: { kind: 'days', per_turn: 3 }, players: 4 } });
    return '/';
  },
  'set-up': async () => '/new',
  lobby: async (page, friend) => {
    await register(friend, 'Maximiliane von Habsburg');
    const { id } = await createRoom(page, { options: { game: 'board', players: 4, clock: { kind: 'days', per_turn: 3 }, parties: true }, bots: [{ player: 3, level: 'expert' }] });
    await takeSeat(page, id, 0);
    await takeSeat(friend, id, 1);
    return `/t/${id}`;
  },
  profile: async () => '/me',
  lessons: async () => '/learn',
};

for (const [name, prepare] of Object.entries(screens)) {
  test(`${name} fits in every language`, async ({ page, newVisitor }) => {
    const path = await prepare(page, await newVisitor());
    await page.goto(path);
    for (const language of languages) {
      await page.evaluate((language) => localStorage.setItem('cafe.language', language), language);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      for (const size of sizes) {
        await page.setViewportSize(size);
        const where = `${language}, ${size.width} pixels wide`;
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), where).toBeLessThanOrEqual(0);
        expect.soft(await clippedTexts(page), where).toEqual([]);
      }
    }
  });
}
