import { expect, test } from 'vitest';
import { parseGuest, formatGuest } from '../api/notation';
import { guestName, tileName } from './names';

test('a seated joker is a guest of its nation, but its tile is a joker', () => {
  expect(guestName('JKm=ES')).toBe('Spain, gentleman');
  expect(tileName('JKm=ES')).toBe('Traveller, gentleman, as Spain');
  expect(tileName('JKm')).toBe('Traveller, gentleman');
  expect(tileName('ESm')).toBe('Spain, gentleman');
});

test('formatting a parsed guest returns the same text', () => {
  for (const text of ['ESm', 'JKf', 'JKf=ES']) expect(formatGuest(parseGuest(text))).toBe(text);
});
