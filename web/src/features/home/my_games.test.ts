import { expect, test } from 'vitest';
import { MyGames } from './my_games.svelte';
import type { MyRoomsQuery } from '../../api/http';
import type { RoomListItem, RoomPage } from '../../api/messages';

function game(id: string, over: boolean, to_move: number | null = 1): RoomListItem {
  return { room: { id, over, closed: false, occupants: [] }, updated_at: 0, player: 0, to_move } as unknown as RoomListItem;
}

/** A server with these games, most recently opened first. Hidden ones are left out of a page, as rooms that the visitor left. */
function server(games: RoomListItem[], maxPage = 100, hidden: ReadonlySet<string> = new Set()): (query: MyRoomsQuery) => Promise<RoomPage> {
  return async ({ limit = 20, over, after }) => {
    const selected = games.filter(({ room }) => over === undefined || room.over === over);
    const from = after === undefined ? 0 : selected.findIndex(({ room }) => room.id === after) + 1;
    const page = selected.slice(from, from + Math.min(limit, maxPage));
    const last = page.at(-1)?.room.id ?? null;
    return { rooms: page.filter(({ room }) => !hidden.has(room.id)), next: from + page.length < selected.length ? last : null };
  };
}

type Server = ReturnType<typeof server>;

/** Refreshes the games as the home page does. */
async function refresh(mine: MyGames, load: Server): Promise<void> {
  await mine.update({ running: await load({ over: false, limit: 100 }), finished: await load({ over: true, limit: 6 }) });
}

const ids = (games: readonly RoomListItem[] | null): string[] => games?.map(({ room }) => room.id) ?? [];
const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

test('an old game with my turn is found and comes first', async () => {
  const load = server([...numbers(30).map((i) => game(`new${i}`, i % 2 === 0)), game('old', false, 0)], 4);
  const mine = new MyGames(load);
  await refresh(mine, load);
  expect(mine.running).toHaveLength(16);
  expect(ids(mine.running)[0]).toBe('old');
});

test('finished games are loaded page by page', async () => {
  const load = server(numbers(20).map((i) => game(`over${i}`, true)));
  const mine = new MyGames(load);
  await refresh(mine, load);
  expect([mine.running, mine.finished.length, mine.hasMore]).toEqual([[], 6, true]);
  await mine.loadMore();
  expect([mine.finished.length, mine.hasMore]).toEqual([18, true]);
  await mine.loadMore();
  expect([ids(mine.finished), mine.hasMore]).toEqual([numbers(20).map((i) => `over${i}`), false]);
});

test('an empty page does not end the search', async () => {
  const games = numbers(30).map((i) => game(`over${i}`, true));
  const left = new Set(numbers(24).slice(6).map((i) => `over${i}`));
  const load = server(games, 100, left);
  const mine = new MyGames(load);
  await refresh(mine, load);
  await mine.loadMore();
  expect(ids(mine.finished).slice(6)).toEqual(['over24', 'over25', 'over26', 'over27', 'over28', 'over29']);
  expect(mine.hasMore).toBe(false);
});

test('a refresh keeps loaded games below new ones', async () => {
  const games = numbers(12).map((i) => game(`over${i}`, true));
  const load = server(games);
  const mine = new MyGames(load);
  await refresh(mine, load);
  await mine.loadMore();
  games.unshift(game('latest', true));
  await refresh(mine, load);
  expect(ids(mine.finished)).toEqual(['latest', ...numbers(12).map((i) => `over${i}`)]);
});

test('a device without a visitor has no games', async () => {
  const load = server(numbers(8).map((i) => game(`over${i}`, true)));
  const mine = new MyGames(load);
  await refresh(mine, load);
  mine.clear();
  expect([mine.running, mine.finished, mine.hasMore]).toEqual([[], [], false]);
});
