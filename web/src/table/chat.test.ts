import { describe, expect, test } from 'vitest';
import type { RoomEvent } from '../api/wire';
import { chatMessages, countUnread } from './chat';

const happened: RoomEvent[] = [
  { number: 1, at: 0, type: 'opened' },
  { number: 2, at: 0, type: 'chat', player: 0, text: 'Hello' },
  { number: 3, at: 0, type: 'chat', player: 1, text: 'Good evening' },
  { number: 4, at: 0, type: 'chat', player: 2, text: 'Hurry up!' },
];

describe('talk', () => {
  test('those whom one does not want to hear are not heard', () => {
    expect(chatMessages(happened, new Set([2])).map((source) => source.text)).toEqual(['Hello', 'Good evening']);
  });

  test('one’s own words are never new', () => {
    const lines = chatMessages(happened, new Set());
    expect(countUnread(lines, 1, 0)).toBe(2);
    expect(countUnread(lines, 3, 0)).toBe(1);
    expect(countUnread(lines, 4, null)).toBe(0);
  });
});
