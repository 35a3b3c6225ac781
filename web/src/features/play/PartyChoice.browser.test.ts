import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { parseAction } from '../../api/notation';
import type { PartyAction } from '../../game/offers';
import { render } from '../../testing/render';
import PartyChoice from './PartyChoice.svelte';

const party = (notation: string): PartyAction => parseAction(notation) as PartyAction;

const options = [
  { action: party('party b2 TRf@b1 TRf@a2'), points: 40 },
  { action: party('party b2 JKf=TR@b1 TRf@a2'), points: 20 },
  { action: party('party b2 TRf@b1 JKf=TR@a2'), points: 20 },
  { action: party('party b2 JKf=IT@b1 TRf@a2'), points: 20 },
];

const parties = [{ table: 'b2', nation: 'TR', options }];

test('choices with a joker have distinct labels', async () => {
  await render(PartyChoice, { parties, onchoose: () => {}, onclose: () => {} });
  const buttons = page.getByRole('dialog', { name: 'Party at the Turkish table' }).getByRole('listitem').getByRole('button').elements();
  expect(buttons).toHaveLength(options.length);
  const labels = buttons.map((button) => button.textContent + [...button.querySelectorAll('[aria-label]')].map((chip) => chip.getAttribute('aria-label')).join());
  expect(new Set(labels).size).toBe(options.length);
  expect(labels.filter((label) => label.includes('as TR'))).toHaveLength(2);
});

test('a click chooses the action with its points', async () => {
  const onchoose = vi.fn();
  await render(PartyChoice, { parties, onchoose, onclose: () => {} });
  await page.getByRole('listitem').getByRole('button').nth(2).click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith(party('party b2 TRf@b1 JKf=TR@a2'), 20);
});

test('Close leaves without a choice', async () => {
  const [onchoose, onclose] = [vi.fn(), vi.fn()];
  await render(PartyChoice, { parties, onchoose, onclose });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
  expect(onchoose).not.toHaveBeenCalled();
});

test('parties at several tables are named by their tables', async () => {
  const italian = { table: 'd2', nation: 'IT', options: [{ action: party('party d2 ITm@d1 ITm@e2'), points: 20 }] };
  await render(PartyChoice, { parties: [...parties, italian], onchoose: () => {}, onclose: () => {} });
  const dialog = page.getByRole('dialog', { name: 'Choose a party' });
  await expect.element(dialog.getByRole('heading', { name: 'Party at the Turkish table' })).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'Party at the Italian table' })).toBeVisible();
});
