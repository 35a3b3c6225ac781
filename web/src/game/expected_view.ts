import type { GameView } from '../api/messages';

/**
 * Whether `now` is what the player could foresee at `then`: it is still their turn, exactly `moves` actions later, and
 * the tables are the same. An action that was chosen for an earlier position is not played.
 */
export function isExpectedView(then: GameView, now: GameView, moves: number): boolean {
  return now.result === null && now.turn === now.player && now.seq === then.seq + moves && haveSameTables(then.tables, now.tables);
}

function haveSameTables(a: GameView['tables'], b: GameView['tables']): boolean {
  const cells = Object.keys(a);
  return cells.length === Object.keys(b).length && cells.every((cell) => a[cell] === b[cell]);
}
