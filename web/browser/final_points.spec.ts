import type { Locator, Page } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

for (const game of ['card', 'board'] as const) {
  test(`when a ${game} game is over, the list of players, the sheet and the replay all show the points that count`, async ({ page }) => {
    const id = await playedGame(page, game, 'over');
    const me = new Player(page);
    await page.goto(`/t/${id}`);
    await expect(me.result).toBeVisible();
    const { final, penalties } = me.view.result!;
    expect(Math.max(...penalties), 'somebody has to pay for something').toBeGreaterThan(0);
    const total = await me.result.locator('td.total').allInnerTexts();
    expect(total.map(points).sort()).toEqual([...final].sort());

    await me.result.getByRole('button', { name: 'Look at the café' }).click();
    expect(await listed(page)).toEqual(final);
    await page.getByRole('tab', { name: 'Score sheet' }).click();
    const sheet = page.getByRole('row', { name: /^Total/ }).getByRole('cell');
    expect((await sheet.allInnerTexts()).map(points)).toEqual(final);

    await page.goto(`/replay/${id}`);
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => listed(page)).toEqual(final);
    // Before the last step nobody had paid yet.
    await page.getByRole('button', { name: 'One step back' }).click();
    await expect.poll(() => listed(page)).not.toEqual(final);
  });
}

test('a turn that is looked at once more shows the points of then, although the game is over', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 'over')}`);
  await me.result.getByRole('button', { name: 'Look at the café' }).click();
  await page.getByRole('tab', { name: 'Score sheet' }).click();
  await page.getByRole('button', { name: 'Show turn 1 in the café', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
  // The other one had nothing yet.
  const then = await listed(page);
  expect(Math.min(...then)).toBe(0);
  expect(then).not.toEqual(me.view.result!.final);
});

test('the chart of a game ends with the points that count, on a scale on which they can be read', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 'over', { players: 3 })}`);
  const chart = me.result.getByRole('img', { name: 'Points over the turns' });
  await expect(chart).toBeVisible();
  const { final } = me.view.result!;
  expect((await ends(chart)).map(Math.round)).toEqual(final);
  // Told apart without colours: each line has its own dashes, and each end its own shape.
  const different = async (lines: Locator, what: string): Promise<number> => new Set(await lines.evaluateAll((all, what) => all.map((one) => one.getAttribute(what)), what)).size;
  expect(await different(chart.locator('[data-course]'), 'stroke-dasharray')).toBe(3);
  expect(await different(chart.locator('.end path'), 'd')).toBe(3);
});

/** The points in the list of players, by seat. */
async function listed(page: Page): Promise<number[]> {
  return (await page.getByRole('list', { name: 'Players' }).locator('[data-score]').allInnerTexts()).map(points);
}

/** Where the line of each player ends, read as somebody does who looks from its end to the numbers at the side. */
function ends(chart: Locator): Promise<number[]> {
  return chart.evaluate((chart) => {
    const middle = (one: Element): number => ((box) => box.top + box.height / 2)(one.getBoundingClientRect());
    const marks = [...chart.querySelectorAll('.mark')].map((one) => ({ points: Number((one.textContent ?? '').replace('−', '-')), at: middle(one) }));
    const [top, zero] = [marks[0]!, marks.find((one) => one.points === 0)!];
    return [...chart.querySelectorAll<SVGPathElement>('[data-course]')].map((line) => {
      const end = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM()!);
      return ((zero.at - end.y) / (zero.at - top.at)) * top.points;
    });
  });
}

function points(text: string): number {
  return Number(text.replace('−', '-'));
}
