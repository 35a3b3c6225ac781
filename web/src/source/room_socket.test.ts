import { expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../api/wire';
import { roomSocketUrl } from './room_socket';

test('the URL names the last entry and the protocol', () => {
  const url = roomSocketUrl({ protocol: 'https:', host: 'cafe.example' }, 'a/b', 12);
  expect(url).toBe(`wss://cafe.example/api/v1/rooms/a%2Fb/socket?last=12&protocol=${PROTOCOL_VERSION}`);
});

test('a page without TLS uses a plain socket', () => {
  expect(roomSocketUrl({ protocol: 'http:', host: 'localhost:1' }, 't', 0)).toMatch(/^ws:\/\/localhost:1\//);
});
