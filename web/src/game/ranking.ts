import type { GameResult } from '../api/wire';

/** The players from the first place to the last; who shares a place comes in the order of the chairs. */
export function ranking(result: GameResult): number[] {
  return result.places.map((_, seat) => seat).sort((a, b) => (result.places[a] ?? 0) - (result.places[b] ?? 0) || a - b);
}
