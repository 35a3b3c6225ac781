import { describe, expect, test } from 'vitest';
import type { RoomEvent } from '../api/wire';
import { said, unread } from './chat';

const happened: RoomEvent[] = [
  { number: 1, at: 0, type: 'opened' },
  { number: 2, at: 0, type: 'chat', player: 0, text: 'Hello' },
  { number: 3, at: 0, type: 'chat', player: 1, text: 'Good evening' },
  { number: 4, at: 0, type: 'chat', player: 2, text: 'Hurry up!' },
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
