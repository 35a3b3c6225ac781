import { expect, test } from 'vitest';
import type { RoomView } from '../api/messages';
import { knownName, rememberNames } from './known_names';

test('names are known from the rooms that were seen', () => {
  const occupants = [{ visitor: 'a', name: 'Ann' }, { visitor: null, name: 'Bot' }, { visitor: null, name: '' }];
  rememberNames({ occupants } as unknown as RoomView);
  expect(knownName('a')).toBe('Ann');
  expect(knownName('b')).toBe(null);
});
