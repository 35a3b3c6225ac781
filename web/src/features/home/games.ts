import type { RoomListItem } from '../../api/messages';

/** Whether it is the visitor's turn in a running game. */
export function isMyTurnIn(game: RoomListItem): boolean {
  return game.player !== null && game.to_move === game.player && !game.room.over;
}

/** The names of the other players. */
export function opponentNames(game: RoomListItem): string[] {
  return game.room.occupants.flatMap((occupant, player) => (player !== game.player && occupant.name ? [occupant.name] : []));
}

/** Games in which it is the visitor's turn, then other running games, then finished ones; the most recently active first. */
export function byUrgency(games: readonly RoomListItem[]): RoomListItem[] {
  const rank = (game: RoomListItem): number => (isMyTurnIn(game) ? 0 : game.room.over || game.room.closed ? 2 : 1);
  return [...games].sort((a, b) => rank(a) - rank(b) || b.updated_at - a.updated_at);
}
