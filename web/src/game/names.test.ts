import { expect, test } from 'vitest';
import { parseGuest, formatGuest } from '../api/notation';
import { atTables, guestName, labelledTileName, tileName } from './names';

test('a seated joker is a guest of its nation, but its tile is a joker', () => {
  expect(guestName('JKm=ES')).toBe('Spanish gentleman');
  expect(tileName('JKm=ES')).toBe('Spanish gentleman (joker)');
  expect(tileName('JKm')).toBe('Joker (gentleman)');
  expect(tileName('ESm')).toBe('Spanish gentleman');
});

test('formatting a parsed guest returns the same text', () => {
  for (const text of ['ESm', 'JKf', 'JKf=ES']) expect(formatGuest(parseGuest(text))).toBe(text);
});

test('a label begins with the letters on the tile', () => {
  expect(labelledTileName('ITf')).toBe('IT · Italian lady');
  expect(labelledTileName('JKf=IT')).toBe('IT · Italian lady (joker)');
  expect(labelledTileName('JKf')).toBe('Joker (lady)');
});

test('tables are listed where somebody sits', () => {
  expect(atTables(['CF'])).toBe('at the Central African table');
  expect(atTables(['IT', 'FR'])).toBe('at the Italian table and at the French table');
});
