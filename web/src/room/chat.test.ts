import { describe, expect, test } from 'vitest';
import type { RoomEvent } from '../api/messages';
import { chatMessages, countUnread } from './chat';

const events: RoomEvent[] = [
  { number: 1, at: 0, type: 'opened' },
  { number: 2, at: 0, type: 'chat', player: 0, text: 'Hello' },
  { number: 3, at: 0, type: 'chat', player: 1, text: 'Good evening' },
  { number: 4, at: 0, type: 'chat', player: 2, text: 'Hurry up!' },
];

describe('chat', () => {
  test('leaves out muted players', () => {
    expect(chatMessages(events, new Set([2])).map(({ text }) => text)).toEqual(['Hello', 'Good evening']);
  });

  test('own messages are never unread', () => {
    const messages = chatMessages(events, new Set());
    expect(countUnread(messages, 1, 0)).toBe(2);
    expect(countUnread(messages, 3, 0)).toBe(1);
    expect(countUnread(messages, 4, null)).toBe(0);
  });
});
