import { expect, test } from 'vitest';
import type { GameEvent } from '../api/messages';
import { explainPoints } from './explanations';

const paid = (nation: string, guests: number, doubled: boolean): GameEvent => ({ type: 'scored', table: 'b4', nation, guests, doubled, points: guests * (doubled ? 2 : 1) });

test('a seating is explained table by table', () => {
  expect(explainPoints([{ type: 'seated', guest: 'RUm', seat: 'c4' }, paid('RU', 3, true), paid('FR', 2, false)])).toBe('RU 3×2 · FR 2');
});

test('a party names its kind and its table, and whether it was doubled', () => {
  const party = { type: 'party_scored', table: 'b4', nation: 'FR' } as const;
  expect(explainPoints([{ type: 'seated', guest: 'FRf', seat: 'c4' }, { ...party, doubled: false, points: 20 }])).toBe('Ladies’ party FR');
  expect(explainPoints([{ type: 'seated', guest: 'JKm=FR', seat: 'c4' }, { ...party, doubled: true, points: 40 }])).toBe('Gentlemen’s party FR ×2');
});

test('the bar names the place', () => {
  expect(explainPoints([{ type: 'at_bar', tile: 'GBm', place: 6, points: -4 }])).toBe('Place 7 at the bar');
});

test('an action that paid nothing has no explanation', () => {
  expect(explainPoints([{ type: 'drew', player: 0, tile: null }])).toBe('');
});
