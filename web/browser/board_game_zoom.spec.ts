import type { Locator, Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test.use(phone);

test.beforeEach(async ({ page }) => {
  await openPreparedGame(page, 'board');
  await new Player(page).turn();
});

test('zoom buttons show the whole board and tappable chairs', async ({ page }) => {
  const [closer, further] = [page.getByRole('button', { name: 'Zoom in' }), page.getByRole('button', { name: 'Zoom out' })];
  const chair = chairs(page).first();
  const width = async (): Promise<number> => (await chair.boundingBox())?.width ?? 0;

  for (let steps = 0; await further.isEnabled(); steps += 1) {
    expect(steps).toBeLessThan(10);
    const before = await width();
    await further.tap();
    await expect.poll(width).toBeLessThan(before);
  }
  // The whole board is visible: no map is needed.
  expect(await hiddenChairs(page)).toEqual([]);
  await expect(map(page)).toHaveCount(0);
  await expect(closer).toBeEnabled();

  const smallest = await width();
  for (let steps = 0; await closer.isEnabled(); steps += 1) {
    expect(steps).toBeLessThan(10);
    const before = await width();
    await closer.tap();
    await expect.poll(width).toBeGreaterThan(before);
  }
  expect(await width()).toBeGreaterThan(2 * smallest);
  // The recommended size of a touch target.
  expect(await width()).toBeGreaterThanOrEqual(44);
  expect((await hiddenChairs(page)).length).toBeGreaterThan(0);
  await expect(map(page)).toBeVisible();
  await expect(further).toBeEnabled();
});

test('a tap on the map scrolls to that part of the board', async ({ page }) => {
  await expect(map(page)).toBeVisible();
  const [first, last] = await corners(page);
  await tapAt(map(page), 0.15);
  await expect.poll(() => hiddenChairs(page)).not.toContain(first);
  expect(await hiddenChairs(page)).toContain(last);
  const before = await frame(page);
  await tapAt(map(page), 0.85);
  await expect.poll(() => hiddenChairs(page)).not.toContain(last);
  expect(await hiddenChairs(page)).toContain(first);
  // The map shows the visible part.
  await expect.poll(async () => (await frame(page)).x).toBeGreaterThan(before.x);
  expect((await frame(page)).y).toBeGreaterThan(before.y);
});

function chairs(page: Page): Locator {
  return page.getByRole('region', { name: 'The café' }).getByRole('button', { name: /^Chair / });
}

function map(page: Page): Locator {
  // It is decorative and has no role.
  return page.locator('.map');
}

async function tapAt(target: Locator, part: number): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('the map has no box');
  await target.tap({ position: { x: box.width * part, y: box.height * part } });
}

/** Position of the frame around the visible part, relative to the map. */
function frame(page: Page): Promise<{ x: number; y: number }> {
  return map(page).evaluate((map) => {
    const [all, seen] = [map.getBoundingClientRect(), map.querySelector('.seen')!.getBoundingClientRect()];
    return { x: (seen.left - all.left) / all.width, y: (seen.top - all.top) / all.height };
  });
}

/** Chairs whose centre is outside the visible part of the floor. */
function hiddenChairs(page: Page): Promise<string[]> {
  return page.locator('.viewport').evaluate((room) => {
    const window = room.getBoundingClientRect();
    return [...room.querySelectorAll<HTMLElement>('.seat[data-cell]')].flatMap((seat) => {
      const box = seat.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return x > window.left && x < window.right && y > window.top && y < window.bottom ? [] : [seat.dataset.cell ?? ''];
    });
  });
}

/** The chairs next to the upper left and lower right corners. */
async function corners(page: Page): Promise<[string, string]> {
  const far = await page.locator('.viewport').evaluate((room) => {
    const all = [...room.querySelectorAll<HTMLElement>('.seat[data-cell]')].map((seat) => ({ cell: seat.dataset.cell ?? '', far: seat.getBoundingClientRect().left + seat.getBoundingClientRect().top }));
    all.sort((a, b) => a.far - b.far);
    return [all[0]?.cell ?? '', all.at(-1)?.cell ?? ''] as [string, string];
  });
  return far;
}
