import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { GameView } from '../api/messages';
import { render } from '../testing/render';
import Bar from './Bar.svelte';

test('every place has an accessible name, free or taken', async () => {
  const view = { bar: ['USm'], bar_values: [1, 2, 3, 4, 5, -2, -4] } as unknown as GameView;
  await render(Bar, { view, area: { side: 'right' as const, left: 0, top: 0, width: 150, height: 780 } });
  await expect.element(page.getByRole('img', { name: 'Bar place 1: American gentleman' })).toBeInTheDocument();
  await expect.element(page.getByRole('img', { name: 'Bar place 3, scores 3 points' })).toBeInTheDocument();
  await expect.element(page.getByRole('img', { name: 'Bar place 7, costs 4 points' })).toBeInTheDocument();
});
