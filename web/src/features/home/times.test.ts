import { expect, test } from 'vitest';
import { dayAndTime, localeOf } from './times';

const now = new Date(2026, 10, 18, 15, 0).getTime();
const at = (...[month, day, hour, minute]: [number, number, number, number]): number => new Date(2026, month, day, hour, minute).getTime();

test.each([
  ['en-GB', at(10, 18, 23, 5), null, '23:05'],
  ['en-GB', at(10, 19, 14, 5), 'tomorrow', '14:05'],
  ['de', at(10, 19, 14, 5), 'morgen', '14:05'],
  ['fr', at(10, 17, 9, 0), 'hier', '09:00'],
  ['nl', at(10, 21, 14, 5), 'zaterdag', '14:05'],
  ['it', at(11, 24, 14, 5), '24 dic', '14:05'],
  ['en-GB', new Date(2025, 10, 18, 8, 0).getTime(), '18 Nov 2025', '08:00'],
])('%s: a day is named as people say it', (locale, time, day, clock) => {
  expect(dayAndTime(time, now, locale)).toEqual({ day, time: clock });
});

test('times are written as in the country of the browser', () => {
  expect(localeOf('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('it', ['de-DE', 'en-GB'])).toBe('it');
});
