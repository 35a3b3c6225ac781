import type { RoomListItem } from '../../api/messages';

/** Whether it is the visitor's turn in a running game. */
export function isMyTurnIn(game: RoomListItem): boolean {
  return game.player !== null && game.to_move === game.player && !game.room.over;
}

/** Whether a game is over or was closed. */
export function isFinished(game: RoomListItem): boolean {
  return game.room.over || game.room.closed;
}

/** The names of the other players. */
export function opponentNames(game: RoomListItem): string[] {
  return game.room.occupants.flatMap((occupant, player) => (player !== game.player && occupant.name ? [occupant.name] : []));
}

/**
 * Games in which it is the visitor's turn, the first to run out of time first; then other running games, then finished ones, the most
 * recently active first.
 */
export function byUrgency(games: readonly RoomListItem[]): RoomListItem[] {
  const rank = (game: RoomListItem): number => (isMyTurnIn(game) ? 0 : isFinished(game) ? 2 : 1);
  const deadline = (game: RoomListItem): number => (isMyTurnIn(game) ? (game.deadline ?? Infinity) : Infinity);
  const byDeadline = (a: RoomListItem, b: RoomListItem): number => (deadline(a) === deadline(b) ? 0 : deadline(a) - deadline(b));
  return [...games].sort((a, b) => rank(a) - rank(b) || byDeadline(a, b) || b.updated_at - a.updated_at);
}
