import type { GameView } from '../api/wire';

/**
 * Whether the café is as one could foresee when one tapped: so many moves later, all of them one's own, still one's turn,
 * and the same tables. What was meant for another moment is not played blindly in this one.
 */
export function isExpectedView(then: GameView, now: GameView, moves: number): boolean {
  return now.result === null && now.turn === now.player && now.seq === then.seq + moves && sameTables(then.tables, now.tables);
}

function sameTables(some: GameView['tables'], others: GameView['tables']): boolean {
  const cells = Object.keys(some);
  return cells.length === Object.keys(others).length && cells.every((cell) => some[cell] === others[cell]);
}
