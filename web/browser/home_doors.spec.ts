import type { Locator } from '@playwright/test';
import { expect, test } from './cafe';
import { words, type Language } from './words';

test('the first door says that it leads to the card game, and each says what is behind it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play now\b.*card game/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Play the board game\b.*against the house/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Play with friends\b.*link/ })).toBeVisible();
});

for (const language of Object.keys(words) as Language[]) {
  test(`the doors of the house stand in order on tablet and desktop (${language})`, async ({ somebody }) => {
    const page = await somebody({ locale: language });
    await page.goto('/');
    const its = words[language];
    const doors = [page.getByRole('button', { name: its['home.play.hint'] }), page.getByRole('button', { name: its['home.playBoard.hint'] }), page.getByRole('link', { name: its['home.friends.hint'] })];
    for (const width of [820, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [play, board, friends] = await Promise.all(doors.map(place));
      if (!play || !board || !friends) throw new Error('a door is missing');
      // The other two are alike, below the first and as wide together: side by side, or one below the other.
      expect([friends.width, friends.height], `${width} wide`).toEqual([board.width, board.height]);
      expect(board.top, `${width} wide`).toBeGreaterThan(play.bottom);
      expect(board.left, `${width} wide`).toBe(play.left);
      expect(friends.right, `${width} wide`).toBe(play.right);
      // A name and a line below it: nothing wraps.
      for (const door of doors) expect(await lines(door), `${width} wide`).toBe(2);
    }
  });
}

function place(door: Locator): Promise<{ left: number; right: number; top: number; bottom: number; width: number; height: number }> {
  return door.evaluate((door) => {
    const box = door.getBoundingClientRect();
    const [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom].map(Math.round) as [number, number, number, number];
    return { left, right, top, bottom, width: Math.round(box.width), height: Math.round(box.height) };
  });
}

/** In how many lines the words of a door stand. */
function lines(door: Locator): Promise<number> {
  return door.evaluate((door) => {
    const words = document.createRange();
    words.selectNodeContents(door);
    const tops = [...words.getClientRects()].map((box) => Math.round(box.top + box.height / 2));
    return tops.filter((at, i) => tops.findIndex((other) => Math.abs(other - at) < 8) === i).length;
  });
}
