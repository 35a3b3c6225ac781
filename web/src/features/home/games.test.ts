import { expect, test } from 'vitest';
import { byUrgency, opponentNames, isMyTurnIn } from './games';
import type { RoomListItem } from '../../api/messages';

function game(id: string, updated_at: number, more: { player?: number | null; to_move?: number | null; over?: boolean; closed?: boolean; deadline?: number | null } = {}): RoomListItem {
  const { player = 0, to_move = 1, over = false, closed = false, deadline = null } = more;
  const occupants = ['Ann', 'Ben', ''].map((name) => ({ name }));
  return { room: { id, occupants, over, closed }, updated_at, player, to_move, deadline } as unknown as RoomListItem;
}

test('it is my turn when my player is to move', () => {
  expect(isMyTurnIn(game('a', 1, { player: 1, to_move: 1 }))).toBe(true);
  expect(isMyTurnIn(game('a', 1, { player: 0, to_move: 1 }))).toBe(false);
  expect(isMyTurnIn(game('a', 1, { player: null, to_move: null }))).toBe(false);
  expect(isMyTurnIn(game('a', 1, { player: 1, to_move: 1, over: true }))).toBe(false);
});

test('my turns come first, finished games last', () => {
  const games = [
    game('over', 9, { over: true }),
    game('old', 1),
    game('closed', 8, { closed: true, over: true }),
    game('new', 5),
    game('mine', 2, { to_move: 0 }),
  ];
  expect(byUrgency(games).map(({ room }) => room.id)).toEqual(['mine', 'new', 'old', 'over', 'closed']);
});

test('of my turns the first to run out of time comes first', () => {
  const games = [game('unlimited', 9, { to_move: 0 }), game('later', 1, { to_move: 0, deadline: 80 }), game('soon', 2, { to_move: 0, deadline: 70 }), game('theirs', 3, { deadline: 60 })];
  expect(byUrgency(games).map(({ room }) => room.id)).toEqual(['soon', 'later', 'unlimited', 'theirs']);
});

test('opponents are all seated players but me', () => {
  expect(opponentNames(game('a', 1))).toEqual(['Ben']);
  expect(opponentNames(game('a', 1, { player: 2 }))).toEqual(['Ann', 'Ben']);
});
