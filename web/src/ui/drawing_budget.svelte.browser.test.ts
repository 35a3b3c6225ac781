import { flushSync } from 'svelte';
import { expect, onTestFinished, test } from 'vitest';
import { DrawingBudget } from './drawing_budget.svelte';

/** Draws parts that take so long each. Returns the number of the frame before each part was drawn. */
async function drawParts(parts: number, partMs: number, budgetMs: number): Promise<number[]> {
  let budget!: DrawingBudget;
  let frame = 0;
  const drawnIn: number[] = [];
  const count = (): void => {
    frame += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const stop = $effect.root(() => {
    budget = new DrawingBudget(() => parts, budgetMs);
    $effect(() => {
      if (budget.drawn === 0) return;
      drawnIn.push(frame);
      const end = performance.now() + partMs;
      while (performance.now() < end);
    });
  });
  onTestFinished(stop);
  flushSync();
  await expect.poll(() => budget.drawn, { timeout: 5_000 }).toBe(parts);
  return drawnIn;
}

test('all parts are drawn in one frame if they are quick', async () => {
  expect(new Set(await drawParts(30, 0, 500)).size).toBe(1);
});

test('slow parts are spread over frames, one in each', async () => {
  expect(new Set(await drawParts(4, 20, 5)).size).toBe(4);
});
