import { expect, test } from 'vitest';
import { byUrgency, opponentNames, isMyTurnIn } from './games';
import type { RoomListItem } from '../../api/wire';

function game(id: string, touched: number, more: { seat?: number | null; to_move?: number | null; over?: boolean; closed?: boolean } = {}): RoomListItem {
  const { seat = 0, to_move = 1, over = false, closed = false } = more;
  const occupants = ['Ann', 'Ben', ''].map((name) => ({ name }));
  return { room: { id, occupants, over, closed }, updated_at: touched, player: seat, to_move } as unknown as RoomListItem;
}

test('a game waits for me when it is the turn of my chair', () => {
  expect(isMyTurnIn(game('a', 1, { seat: 1, to_move: 1 }))).toBe(true);
  expect(isMyTurnIn(game('a', 1, { seat: 0, to_move: 1 }))).toBe(false);
  expect(isMyTurnIn(game('a', 1, { seat: null, to_move: null }))).toBe(false);
  expect(isMyTurnIn(game('a', 1, { seat: 1, to_move: 1, over: true }))).toBe(false);
});

test('what waits for me comes first, what is over last, and the newest first among equals', () => {
  const games = [
    game('over', 9, { over: true }),
    game('old', 1),
    game('closed', 8, { closed: true, over: true }),
    game('new', 5),
    game('mine', 2, { to_move: 0 }),
  ];
  expect(byUrgency(games).map((one) => one.room.id)).toEqual(['mine', 'new', 'old', 'over', 'closed']);
});

test('companions are all who have sat down, but not me', () => {
  expect(opponentNames(game('a', 1))).toEqual(['Ben']);
  expect(opponentNames(game('a', 1, { seat: 2 }))).toEqual(['Ann', 'Ben']);
});
