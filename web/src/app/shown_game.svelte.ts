import type { GameKind } from '../game/kinds';

let shown = $state<GameKind | null>(null);

/** The game on the current screen; null on screens without one. The header offers its rules. */
export function shownGame(): GameKind | null {
  return shown;
}

/** For an effect of a screen with a game: tells which one until the returned function is called. */
export function showGame(game: GameKind): () => void {
  shown = game;
  return () => (shown = null);
}
