import { expect, test } from 'vitest';
import { lastUsed } from './last_used';

const now = new Date(2026, 10, 18, 9, 30).getTime();
const at = (month: number, day: number, hour: number): number => new Date(2026, month - 1, day, hour).getTime();

test.each([
  [at(11, 18, 9), 'today'],
  [at(11, 18, 23), 'today'],
  [at(11, 17, 23), 'yesterday'],
  [at(11, 15, 1), '3 days ago'],
  [at(10, 20, 12), '29 days ago'],
  [at(10, 10, 12), 'last month'],
  [at(8, 18, 12), '3 months ago'],
])('a device was last used %s', (time, text) => {
  expect(lastUsed(time, now, 'en')).toBe(text);
});

test('the day is named in the language of the page', () => {
  expect(['de', 'fr', 'it', 'nl'].map((language) => lastUsed(at(11, 17, 12), now, language))).toEqual(['gestern', 'hier', 'ieri', 'gisteren']);
});
