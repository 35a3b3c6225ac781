import { expect, test } from 'vitest';
import { roomSocketUrl } from './room_socket';

test('the URL names the last entry', () => {
  const url = roomSocketUrl({ protocol: 'https:', host: 'cafe.example' }, 'a/b', 12);
  expect(url).toBe(`wss://cafe.example/api/v1/rooms/a%2Fb/socket?last=12`);
});

test('a page without TLS uses a plain socket', () => {
  expect(roomSocketUrl({ protocol: 'http:', host: 'localhost:1' }, 't', 0)).toMatch(/^ws:\/\/localhost:1\//);
});
