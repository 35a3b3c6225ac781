import { expect, test } from 'vitest';
import { MyGames } from './my_games.svelte';
import type { MyRoomsQuery } from '../../api/http';
import type { RoomListItem, RoomPage } from '../../api/wire';

function game(id: string, over: boolean, to_move: number | null = 1): RoomListItem {
  return { room: { id, over, closed: false, occupants: [] }, updated_at: 0, player: 0, to_move } as unknown as RoomListItem;
}

/** A house that knows some games, the last opened first, and tells no more than so many at once. */
function house(games: RoomListItem[], most = 100, hidden: ReadonlySet<string> = new Set()): (which: MyRoomsQuery) => Promise<RoomPage> {
  return async ({ limit = 20, over, after }) => {
    const some = games.filter((one) => over === undefined || one.room.over === over);
    const from = after === undefined ? 0 : some.findIndex((one) => one.room.id === after) + 1;
    const page = some.slice(from, from + Math.min(limit, most));
    const last = page.at(-1)?.room.id ?? null;
    return { rooms: page.filter((one) => !hidden.has(one.room.id)), next: from + page.length < some.length ? last : null };
  };
}

const ids = (games: readonly RoomListItem[] | null): string[] => games?.map((one) => one.room.id) ?? [];
const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

test('a game that waits for me is found behind any number of others, and comes first', async () => {
  const mine = new MyGames(house([...numbers(30).map((i) => game(`new${i}`, i % 2 === 0)), game('old', false, 0)], 4));
  await mine.look();
  expect(mine.running).toHaveLength(16);
  expect(ids(mine.running)[0]).toBe('old');
});

test('of those that are over only the last are shown, and more when they are asked for', async () => {
  const mine = new MyGames(house(numbers(20).map((i) => game(`over${i}`, true))));
  await mine.look();
  expect([mine.running, mine.finished.length, mine.more]).toEqual([[], 6, true]);
  await mine.lookFurther();
  expect([mine.finished.length, mine.more]).toEqual([18, true]);
  await mine.lookFurther();
  expect([ids(mine.finished), mine.more]).toEqual([numbers(20).map((i) => `over${i}`), false]);
});

test('a page of tables that I had left before the game does not end the search', async () => {
  const games = numbers(30).map((i) => game(`over${i}`, true));
  const left = new Set(numbers(24).slice(6).map((i) => `over${i}`));
  const mine = new MyGames(house(games, 100, left));
  await mine.look();
  await mine.lookFurther();
  expect(ids(mine.finished).slice(6)).toEqual(['over24', 'over25', 'over26', 'over27', 'over28', 'over29']);
  expect(mine.more).toBe(false);
});

test('another look keeps what was asked for, and puts what has ended meanwhile on top', async () => {
  const games = numbers(12).map((i) => game(`over${i}`, true));
  const mine = new MyGames(house(games));
  await mine.look();
  await mine.lookFurther();
  games.unshift(game('latest', true));
  await mine.look();
  expect(ids(mine.finished)).toEqual(['latest', ...numbers(12).map((i) => `over${i}`)]);
});
