import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { clippedTexts } from './clipped_text';
import { openRecordedGame, recordedGames, type RecordedGame } from './recorded_game';
import { screens, settled } from './screens';
import { languages, textsIn } from './translations';

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const devices = { phone: { ...phone, deviceScaleFactor: 2 }, desktop };
const themes = ['light', 'dark'] as const;
const everything = process.env.CAFE_ALL_PICTURES;

/** `whole`: including what needs scrolling. */
async function take(page: Page, folder: string, name: string, whole = false): Promise<void> {
  await settled(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
  });
  const camera = await page.context().newCDPSession(page);
  const { width, height, full, scale } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight, full: document.documentElement.scrollHeight, scale: devicePixelRatio }));
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 78, clip: { x: 0, y: 0, width, height: whole ? full : height, scale: whole ? 1 : scale }, captureBeyondViewport: whole && full > height });
  await camera.detach();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** Chooses the guest who has the best paid chair. */
async function choose(page: Page, { tells }: RecordedGame): Promise<void> {
  const now = tells.find((one) => one.type === 'update');
  const legal = now?.type === 'update' ? (now.view?.legal ?? []) : [];
  const worth = (points: object): number => Object.values(points).reduce<number>((sum, one) => sum + Number(one), 0);
  const seats = legal.filter(({ action }) => action.includes('@') && !action.includes(' '));
  const best = seats.sort((a, b) => worth(b.points) - worth(a.points))[0]?.action ?? '';
  const name = best.startsWith('JK') ? textsIn('en')[best.startsWith('JKf') ? 'joker.f' : 'joker.m'] : best.slice(0, 2);
  await page.getByRole('list', { name: 'Your hand' }).getByRole('button', { name }).first().click();
}

const readme: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await page.goto('/');
    await expect(page.getByText('No open games right now.')).toBeVisible();
  },
  card: async (page) => {
    await openRecordedGame(page, recordedGames.card);
    await choose(page, recordedGames.card);
  },
  board: async (page) => {
    await openRecordedGame(page, recordedGames.board);
    await choose(page, recordedGames.board);
  },
  over: async (page) => {
    await openRecordedGame(page, recordedGames.over);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};

for (const [device, uses] of Object.entries(devices)) {
  test.describe(device, () => {
    test.use(uses);
    for (const theme of themes) {
      for (const [name, open] of everything ? [] : Object.entries(readme)) {
        test(`${name}, ${device}, ${theme}`, async ({ page }) => {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await open(page);
          await take(page, '../docs/pictures', `${name}-${device}-${theme}`);
        });
      }
    }
    for (const [name, { open }] of everything ? Object.entries(screens) : []) {
      test(`${name}, ${device}, in every language`, async ({ page }) => {
        await open(page);
        await settled(page);
        // Chosen in another tab, which keeps the state of this one. Only the front tab is drawn.
        const other = await page.context().newPage();
        await other.goto('/');
        await page.bringToFront();
        for (const language of languages) {
          await other.evaluate((language) => localStorage.setItem('cafe.language', language), language);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          for (const theme of themes) {
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
            await take(page, everything ?? '', `${name.replaceAll(/[^a-z]+/g, '-')}-${device}-${language}-${theme}`, true);
          }
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect.soft(wide, `${name} in ${language} is wider than its screen`).toBeLessThanOrEqual(0);
          expect.soft(await clippedTexts(page), `${name} in ${language}`).toEqual([]);
        }
      });
    }
  });
}
