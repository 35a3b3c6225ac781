import { expect, test } from 'vitest';
import type { RoomListItem } from '../../api/messages';
import { rowNumbers } from './rows';

const game = (id: string, opened_at: number, name: string): RoomListItem => ({ room: { id, occupants: [{ name }] }, opened_at }) as unknown as RoomListItem;
const label = ({ room }: RoomListItem): string => room.occupants[0]?.name ?? '';

test('rows that would look the same are numbered by age', () => {
  const games = [game('c', 3, 'Ann'), game('b', 2, 'Ben'), game('a', 1, 'Ann'), game('d', 3, 'Ann')];
  expect([...rowNumbers(games, label)]).toEqual([
    ['c', 2],
    ['d', 3],
  ]);
  // The order of the list does not matter.
  expect(new Map(rowNumbers([...games].reverse(), label))).toEqual(new Map([['c', 2], ['d', 3]]));
});
