import { expect, test } from 'vitest';
import { parseGuest, formatGuest } from './notation';
import { guestName, tileName } from './names';

test('a traveller who sits down is a guest of that nation, but the tile stays a traveller’s', () => {
  expect(guestName('JKm=ES')).toBe('Spain, gentleman');
  expect(tileName('JKm=ES')).toBe('Traveller, gentleman, as Spain');
  expect(tileName('JKm')).toBe('Traveller, gentleman');
  expect(tileName('ESm')).toBe('Spain, gentleman');
});

test('a guest is written as read', () => {
  for (const text of ['ESm', 'JKf', 'JKf=ES']) expect(formatGuest(parseGuest(text))).toBe(text);
});
