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

test('whoever has the link of a finished game may watch it without being known', async ({ page, somebody }) => {
  const id = await playedGame(page, 'card', 'over');
  const stranger = await somebody();
  await stranger.goto(`/replay/${id}`);
  await stranger.getByRole('button', { name: 'One step on' }).click();
  await expect(stranger.getByText(/^Step 1 of/)).toBeVisible();
});
