import type { GameKind } from '../../game/kinds';

const PARAMETER = 'rules';

/** The game whose rules lie over the current screen. They are part of the address, so the back button closes them. */
export function shownRules(url: URL): GameKind | null {
  const wanted = url.searchParams.get(PARAMETER);
  return wanted === 'card' || wanted === 'board' ? wanted : null;
}

/** The address of the current screen with the rules of a game over it, or without rules. */
export function withRules(url: URL, game: GameKind | null): string {
  const parameters = new URLSearchParams(url.search);
  parameters.delete(PARAMETER);
  if (game !== null) parameters.set(PARAMETER, game);
  const query = parameters.toString();
  return query === '' ? url.pathname : `${url.pathname}?${query}`;
}
