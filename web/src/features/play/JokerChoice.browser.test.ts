import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { parseAction } from '../../api/notation';
import type { Offer } from '../../game/offers';
import { render } from '../../testing/render';
import JokerChoice from './JokerChoice.svelte';

function offer(nation: 'IT' | 'FR', points: number): Offer {
  return { seat: 'c4', kind: 'seat', action: parseAction(`JKf=${nation}@c4`), nation, points, shares: [], opens: [], followUp: null, isPoor: false, fills: [], choices: [] };
}

test('each nation has a button with its name and points', async () => {
  const onchoose = vi.fn();
  await render(JokerChoice, { offers: [offer('IT', 6), offer('FR', 4)], onchoose, onclose: () => {} });
  const dialog = page.getByRole('dialog', { name: 'Pick a nation for the joker' });
  await expect.element(dialog.getByRole('button', { name: /Italy.*\+6/ })).toBeVisible();
  await dialog.getByRole('button', { name: /France.*\+4/ }).click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: parseAction('JKf=FR@c4') }));
});
