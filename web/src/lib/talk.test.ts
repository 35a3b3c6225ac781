import { describe, expect, test } from 'vitest';
import type { Happening } from './wire/wire';
import { said, unread } from './talk';

const happened: Happening[] = [
  { n: 1, at: 0, what: 'opened' },
  { n: 2, at: 0, what: 'said', seat: 0, text: 'Hello' },
  { n: 3, at: 0, what: 'said', seat: 1, text: 'Good evening' },
  { n: 4, at: 0, what: 'said', seat: 2, text: 'Hurry up!' },
];

describe('talk', () => {
  test('those whom one does not want to hear are not heard', () => {
    expect(said(happened, new Set([2])).map((line) => line.text)).toEqual(['Hello', 'Good evening']);
  });

  test('one’s own words are never new', () => {
    const lines = said(happened, new Set());
    expect(unread(lines, 1, 0)).toBe(2);
    expect(unread(lines, 3, 0)).toBe(1);
    expect(unread(lines, 4, null)).toBe(0);
  });
});
