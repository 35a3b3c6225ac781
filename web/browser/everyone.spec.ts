import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, phone, test } from './cafe';
import { Player } from './player';
import { openTable, playedGame } from './prepare';

/** Every screen, and how one gets there. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await playedGame(page, 'card', 1);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Go on' })).toBeVisible();
  },
  'the set-up of a table': async (page) => {
    await page.goto('/new');
    await page.getByText('The house', { exact: true }).click();
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

for (const [device, uses] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(uses);
    for (const [name, open] of Object.entries(screens)) {
      test(`${name} is for everyone on ${device}, by daylight and by lamplight`, async ({ page }) => {
        await page.goto('/');
        await open(page);
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join('\n  ')}`);
          expect(found, theme).toEqual([]);
        }
      });
    }
  });
}
