import type { RoomListItem } from '../../api/wire';

/** Whether the game waits for its owner. */
export function isMyTurnIn(game: RoomListItem): boolean {
  return game.player !== null && game.to_move === game.player && !game.room.over;
}

/** Those with whom one plays. */
export function opponentNames(game: RoomListItem): string[] {
  return game.room.occupants.flatMap((seat, i) => (i !== game.player && seat.name ? [seat.name] : []));
}

/** First what waits for me, then what goes on, then what is over; among equals, where something happened last. */
export function byUrgency(games: readonly RoomListItem[]): RoomListItem[] {
  const rank = (game: RoomListItem): number => (isMyTurnIn(game) ? 0 : game.room.over || game.room.closed ? 2 : 1);
  return [...games].sort((a, b) => rank(a) - rank(b) || b.updated_at - a.updated_at);
}
