import type { Locator, Page } from '@playwright/test';
import { expect, phone, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

test.use(phone);

test.beforeEach(async ({ page }) => {
  await page.goto(`/t/${await playedGame(page, 'board', 3)}`);
  await new Player(page).turn();
});

test('on a phone one goes nearer to the big floor and further away by its buttons, as far as there is something to see', async ({ page }) => {
  const [closer, further] = [page.getByRole('button', { name: 'Closer' }), page.getByRole('button', { name: 'Further away' })];
  const chair = chairs(page).first();
  const wide = async (): Promise<number> => (await chair.boundingBox())?.width ?? 0;

  for (let steps = 0; await further.isEnabled(); steps += 1) {
    expect(steps).toBeLessThan(10);
    const before = await wide();
    await further.tap();
    await expect.poll(wide).toBeLessThan(before);
  }
  // All of it is seen: no map is needed.
  expect(await outOfSight(page)).toEqual([]);
  await expect(map(page)).toHaveCount(0);
  await expect(closer).toBeEnabled();

  const smallest = await wide();
  for (let steps = 0; await closer.isEnabled(); steps += 1) {
    expect(steps).toBeLessThan(10);
    const before = await wide();
    await closer.tap();
    await expect.poll(wide).toBeGreaterThan(before);
  }
  expect(await wide()).toBeGreaterThan(2 * smallest);
  // As large as a finger needs it.
  expect(await wide()).toBeGreaterThanOrEqual(44);
  expect((await outOfSight(page)).length).toBeGreaterThan(0);
  await expect(map(page)).toBeVisible();
  await expect(further).toBeEnabled();
});

test('on a phone a tap on the little map leads to that part of the big floor', async ({ page }) => {
  await expect(map(page)).toBeVisible();
  const [first, last] = await corners(page);
  await tapAt(map(page), 0.15);
  await expect.poll(() => outOfSight(page)).not.toContain(first);
  expect(await outOfSight(page)).toContain(last);
  const there = await frame(page);
  await tapAt(map(page), 0.85);
  await expect.poll(() => outOfSight(page)).not.toContain(last);
  expect(await outOfSight(page)).toContain(first);
  // The map shows where one is now.
  await expect.poll(async () => (await frame(page)).x).toBeGreaterThan(there.x);
  expect((await frame(page)).y).toBeGreaterThan(there.y);
});

function chairs(page: Page): Locator {
  return page.getByRole('region', { name: 'The café' }).getByRole('button', { name: /^Chair / });
}

function map(page: Page): Locator {
  // For the eye only: it has no role.
  return page.locator('.map');
}

async function tapAt(target: Locator, part: number): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('there is no map');
  await target.tap({ position: { x: box.width * part, y: box.height * part } });
}

/** The frame in the map around what is seen, as it lies within the map. */
function frame(page: Page): Promise<{ x: number; y: number }> {
  return map(page).evaluate((map) => {
    const [all, seen] = [map.getBoundingClientRect(), map.querySelector('.seen')!.getBoundingClientRect()];
    return { x: (seen.left - all.left) / all.width, y: (seen.top - all.top) / all.height };
  });
}

/** The chairs whose middle is not in the window through which one sees the floor. */
function outOfSight(page: Page): Promise<string[]> {
  return page.locator('.room').evaluate((room) => {
    const window = room.getBoundingClientRect();
    return [...room.querySelectorAll<HTMLElement>('.seat[data-cell]')].flatMap((seat) => {
      const box = seat.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return x > window.left && x < window.right && y > window.top && y < window.bottom ? [] : [seat.dataset.cell ?? ''];
    });
  });
}

/** The chairs that are furthest to the upper left, and to the lower right. */
async function corners(page: Page): Promise<[string, string]> {
  const far = await page.locator('.room').evaluate((room) => {
    const all = [...room.querySelectorAll<HTMLElement>('.seat[data-cell]')].map((seat) => ({ cell: seat.dataset.cell ?? '', far: seat.getBoundingClientRect().left + seat.getBoundingClientRect().top }));
    all.sort((a, b) => a.far - b.far);
    return [all[0]?.cell ?? '', all.at(-1)?.cell ?? ''] as [string, string];
  });
  return far;
}
