import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { languages, textsIn } from './translations';

test('each start button says what it starts', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play now\b.*card game/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Play the board game\b.*against a bot/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Play with friends\b.*link/ })).toBeVisible();
});

test('start buttons are aligned and do not wrap, in every language', async ({ page }) => {
  await page.goto('/');
  for (const language of languages) {
    await page.evaluate((language) => localStorage.setItem('cafe.language', language), language);
    await page.reload();
    const texts = textsIn(language);
    const buttons = [page.getByRole('button', { name: texts['home.play.hint'] }), page.getByRole('button', { name: texts['home.playBoard.hint'] }), page.getByRole('link', { name: texts['home.friends.hint'] })];
    for (const width of [820, 1280, 1440]) {
      const where = `${language}, ${width} pixels wide`;
      await page.setViewportSize({ width, height: 900 });
      const [play, board, friends] = await Promise.all(buttons.map(boxOf));
      if (!play || !board || !friends) throw new Error('a button is missing');
      // The second and third have one size; below the first, side by side or one below the other, they are as wide as it.
      expect([friends.width, friends.height], where).toEqual([board.width, board.height]);
      expect(board.top, where).toBeGreaterThan(play.bottom);
      expect(board.left, where).toBe(play.left);
      expect(friends.right, where).toBe(play.right);
      // A title and a hint, one line each.
      for (const button of buttons) expect(await lineCount(button), where).toBe(2);
    }
  }
});

function boxOf(button: Locator): Promise<{ left: number; right: number; top: number; bottom: number; width: number; height: number }> {
  return button.evaluate((button) => {
    const box = button.getBoundingClientRect();
    const [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom].map(Math.round) as [number, number, number, number];
    return { left, right, top, bottom, width: Math.round(box.width), height: Math.round(box.height) };
  });
}

function lineCount(button: Locator): Promise<number> {
  return button.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const middles = [...range.getClientRects()].map((box) => Math.round(box.top + box.height / 2));
    return middles.filter((middle, i) => middles.findIndex((other) => Math.abs(other - middle) < 8) === i).length;
  });
}
