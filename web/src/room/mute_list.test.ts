import { beforeEach, expect, test, vi } from 'vitest';
import { MuteList } from './mute_list.svelte';

const storage = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});

beforeEach(() => storage.clear());

test('muted players are stored for the room', () => {
  new MuteList('t').set(1, true);
  expect([new MuteList('t').has(1), new MuteList('other').has(1)]).toEqual([true, false]);
});

test('an empty list is removed from storage', () => {
  const list = new MuteList('t');
  list.set(1, true);
  list.set(1, false);
  expect([list.has(1), storage.size]).toEqual([false, 0]);
});

test('a damaged entry counts as empty', () => {
  storage.set('cafe.quiet.t', '{');
  expect(new MuteList('t').players.size).toBe(0);
});
