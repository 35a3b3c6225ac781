import type { GameResult } from '../api/messages';

/** The players from the first place to the last; players who share a place are in turn order. */
export function ranking(result: GameResult): number[] {
  return result.places.map((_, player) => player).sort((a, b) => (result.places[a] ?? 0) - (result.places[b] ?? 0) || a - b);
}
