import type { TableListed } from './wire/wire';

/** Whether the game waits for its owner. */
export function isMine(game: TableListed): boolean {
  return game.seat !== null && game.to_move === game.seat && !game.table.over;
}

/** Those with whom one plays. */
export function companions(game: TableListed): string[] {
  return game.table.seats.flatMap((seat, i) => (i !== game.seat && seat.name ? [seat.name] : []));
}

/** First what waits for me, then what goes on, then what is over; among equals, where something happened last. */
export function byUrgency(games: readonly TableListed[]): TableListed[] {
  const rank = (game: TableListed): number => (isMine(game) ? 0 : game.table.over || game.table.closed ? 2 : 1);
  return [...games].sort((a, b) => rank(a) - rank(b) || b.touched - a.touched);
}
