import type { RoomListItem } from '../../api/messages';

/**
 * By room: the number to add to a row that would otherwise look like an earlier one, from 2. Nobody could tell two games against the
 * same bot apart that were opened in the same minute.
 */
export function rowNumbers(games: readonly RoomListItem[], label: (game: RoomListItem) => string): Map<string, number> {
  const seen = new Map<string, number>();
  const numbers = new Map<string, number>();
  // By age, so that a game keeps its number when others become more urgent.
  for (const game of [...games].sort((a, b) => a.opened_at - b.opened_at || (a.room.id < b.room.id ? -1 : 1))) {
    const text = label(game);
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    if (number > 1) numbers.set(game.room.id, number);
  }
  return numbers;
}
