import { expect, test } from './cafe';
import { playedGame } from './prepare';

test('a finished game is replayed step by step, there and back, by button, key and slider', async ({ page }) => {
  const id = await playedGame(page, 'card', 'over');
  await page.goto(`/t/${id}`);
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await expect(page.getByRole('slider', { name: 'The deal' })).toBeVisible();
  const taken = page.getByRole('region', { name: 'The café' }).getByRole('button', { name: /^Chair (?!.*free).*: / });
  await expect(taken).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'One step back' })).toBeDisabled();

  await page.getByRole('button', { name: 'One step on' }).click();
  await expect(page.getByRole('slider', { name: /Step 1 of \d+$/ })).toBeVisible();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.getByRole('button', { name: 'One step on' })).toBeDisabled();
  const end = await page.getByText(/^Step \d+ of \d+$/).innerText();
  const steps = Number(/of (\d+)/.exec(end)?.[1]);
  expect(end).toBe(`Step ${steps} of ${steps}`);

  await page.getByRole('heading', { level: 1 }).press('ArrowLeft');
  await expect(page.getByRole('slider', { name: `Step ${steps - 1} of ${steps}` })).toBeVisible();
  await page.getByRole('slider').fill('2');
  await expect(page.getByRole('slider', { name: `Step 2 of ${steps}` })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).press('Home');
  await expect(page.getByRole('slider', { name: 'The deal' })).toBeVisible();
});

test('the replay plays by itself until it is paused, and its record can be taken home', async ({ page }) => {
  const id = await playedGame(page, 'board', 'over');
  await page.goto(`/replay/${id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Step [1-9]\d* of/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the record' }).click();
  expect((await download).suggestedFilename()).toContain('cafe');
});

test('the replay runs faster, and backwards', async ({ page }) => {
  await page.goto(`/replay/${await playedGame(page, 'card', 'over')}`);
  const speed = page.getByRole('group', { name: 'Speed' }).getByRole('button', { name: '4×' });
  await speed.click();
  await expect(speed).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'To the end' }).click();
  const steps = Number(await page.getByRole('slider').inputValue());
  await page.getByRole('button', { name: 'Play backwards' }).click();
  await expect(page.getByRole('button', { name: 'Play backwards' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => Number(await page.getByRole('slider').inputValue())).toBeLessThan(steps - 1);
});

test('the replay jumps to a turn, and plays what the others did since one’s own', async ({ page }) => {
  await page.goto(`/replay/${await playedGame(page, 'card', 'over')}`);
  const [turn, step] = [page.getByRole('combobox', { name: 'Turn' }), page.getByRole('slider')];
  await turn.selectOption('5');
  const there = Number(await step.inputValue());
  expect(there).toBeGreaterThanOrEqual(5);
  await expect(page.getByRole('region', { name: 'What happened' }).getByRole('button', { pressed: true })).toHaveCount(1);
  await page.getByRole('group', { name: 'Speed' }).getByRole('button', { name: '4×' }).click();
  await page.getByRole('button', { name: 'Since my last turn' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(Number(await step.inputValue())).toBeLessThan(there);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(Number(await step.inputValue())).toBeLessThanOrEqual(there);
});

for (const game of ['card', 'board'] as const) {
  test(`a copied position of the ${game} game is one from which the house can go on`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/replay/${await playedGame(page, game, 'over')}`);
    for (const step of ['4', (await page.getByRole('slider').getAttribute('max')) ?? '']) {
      await page.getByRole('slider').fill(step);
      await page.getByRole('button', { name: 'Copy the position' }).click();
      await expect(page.getByRole('alert')).toContainText('The position is copied.');
      const position: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      const answer = await page.request.post('/api/v1/study', { data: { position }, headers: { origin: new URL(page.url()).origin } });
      expect(await answer.json()).toMatchObject({ game, refused: null });
    }
  });
}

test('whoever has the link of a finished game may watch it without being known', async ({ page, somebody }) => {
  const id = await playedGame(page, 'card', 'over');
  const stranger = await somebody();
  await stranger.goto(`/replay/${id}`);
  await stranger.getByRole('button', { name: 'One step on' }).click();
  await expect(stranger.getByText(/^Step 1 of/)).toBeVisible();
});
