import { expect, test } from './fixtures';
import { openPreparedGame, usePreparedGame } from './prepared_games';

test('replay steps by button, key and slider', async ({ page }) => {
  await openPreparedGame(page, 'cardOver');
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await expect(page.getByRole('slider', { name: 'Start of the game' })).toBeVisible();
  const taken = page.getByRole('region', { name: 'The café' }).getByRole('button', { name: /^Chair (?!.*free).*: / });
  await expect(taken).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'One step back' })).toBeDisabled();

  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect(page.getByRole('slider', { name: /Step 1 of \d+$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Go to the end' }).click();
  await expect(page.getByRole('button', { name: 'One step forward' })).toBeDisabled();
  const end = await page.getByText(/^Step \d+ of \d+$/).innerText();
  const steps = Number(/of (\d+)/.exec(end)?.[1]);
  expect(end).toBe(`Step ${steps} of ${steps}`);

  await page.getByRole('heading', { level: 1 }).press('ArrowLeft');
  await expect(page.getByRole('slider', { name: `Step ${steps - 1} of ${steps}` })).toBeVisible();
  await page.getByRole('slider').fill('2');
  await expect(page.getByRole('slider', { name: `Step 2 of ${steps}` })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).press('Home');
  await expect(page.getByRole('slider', { name: 'Start of the game' })).toBeVisible();
});

test('replay calls the player “You”, and others by their names', async ({ page, newVisitor }) => {
  const id = await usePreparedGame(page, 'togetherOver', 0);
  await page.goto(`/replay/${id}`);
  const players = page.getByRole('list', { name: 'Players' });
  await expect(players.getByRole('listitem').nth(0)).toContainText('You');
  await expect(players.getByRole('listitem').nth(1)).toContainText('Guest');
  await page.getByRole('button', { name: 'Go to the end' }).click();
  await expect(page.getByRole('region', { name: 'Turns so far' })).toContainText('You');
  // Somebody who did not play reads the names.
  const other = await newVisitor();
  await usePreparedGame(other, 'togetherOver', 1);
  await other.goto(`/replay/${id}`);
  await expect(other.getByRole('list', { name: 'Players' }).getByRole('listitem').nth(1)).toContainText('You');
});

test('replay plays, pauses, and its record can be downloaded', async ({ page }) => {
  const id = await usePreparedGame(page, 'boardOver');
  await page.goto(`/replay/${id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Step [1-9]\d* of/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download game' }).click();
  expect((await download).suggestedFilename()).toContain('cafe');
});

test('replay plays faster and backwards', async ({ page }) => {
  await page.goto(`/replay/${await usePreparedGame(page, 'cardOver')}`);
  const speed = page.getByRole('group', { name: 'Speed' }).getByRole('button', { name: '4×' });
  await speed.click();
  await expect(speed).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Go to the end' }).click();
  const steps = Number(await page.getByRole('slider').inputValue());
  await page.getByRole('button', { name: 'Play backwards' }).click();
  await expect(page.getByRole('button', { name: 'Play backwards' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => Number(await page.getByRole('slider').inputValue())).toBeLessThan(steps - 1);
});

test('replay jumps to a turn and plays since my last turn', async ({ page }) => {
  await page.goto(`/replay/${await usePreparedGame(page, 'cardOver')}`);
  const [turn, step] = [page.getByRole('combobox', { name: 'Turn' }), page.getByRole('slider')];
  await turn.selectOption('5');
  const start = Number(await step.inputValue());
  expect(start).toBeGreaterThanOrEqual(5);
  await expect(page.getByRole('region', { name: 'Turns so far' }).getByRole('button', { pressed: true })).toHaveCount(1);
  await page.getByRole('group', { name: 'Speed' }).getByRole('button', { name: '4×' }).click();
  await page.getByRole('button', { name: 'Since my last turn' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(Number(await step.inputValue())).toBeLessThan(start);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(Number(await step.inputValue())).toBeLessThanOrEqual(start);
});

for (const game of ['card', 'board'] as const) {
  test(`copied position of a ${game} game is accepted by the server`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/replay/${await usePreparedGame(page, `${game}Over`)}`);
    for (const step of ['4', (await page.getByRole('slider').getAttribute('max')) ?? '']) {
      await page.getByRole('slider').fill(step);
      await page.getByRole('button', { name: 'Copy position' }).click();
      await expect(page.getByRole('alert')).toContainText('Position copied.');
      const position: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      const answer = await page.request.post('/api/v1/study', { data: { position }, headers: { origin: new URL(page.url()).origin } });
      expect(await answer.json()).toMatchObject({ game, refused: null });
    }
  });
}

test('a stranger with the link can watch the replay', async ({ page, newVisitor }) => {
  const id = await usePreparedGame(page, 'cardOver');
  const stranger = await newVisitor();
  await stranger.goto(`/replay/${id}`);
  await stranger.getByRole('button', { name: 'One step forward' }).click();
  await expect(stranger.getByText(/^Step 1 of/)).toBeVisible();
});
