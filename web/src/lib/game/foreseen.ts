import type { Scene } from '../wire/wire';

/**
 * Whether the café is as one could foresee when one tapped: so many moves later, all of them one's own, still one's turn,
 * and the same tables. What was meant for another moment is not played blindly in this one.
 */
export function asForeseen(then: Scene, now: Scene, moves: number): boolean {
  return now.result === null && now.turn === now.seat && now.seq === then.seq + moves && sameTables(then.tables, now.tables);
}

function sameTables(some: Scene['tables'], others: Scene['tables']): boolean {
  const cells = Object.keys(some);
  return cells.length === Object.keys(others).length && cells.every((cell) => some[cell] === others[cell]);
}
