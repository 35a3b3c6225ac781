import type { GameView } from '../api/wire';

/** Where the tables of the board game stand. They never change, so no view tells them. */
export const boardTables: Readonly<Record<string, string>> = {
  b13: 'IN', d13: 'CN', f13: 'IT', b15: 'ES', d15: 'DE', f15: 'RU',
  m11: 'GB', o11: 'DE', m13: 'CU', o13: 'TR', m15: 'US', o15: 'IN',
  k2: 'CF', m2: 'US', o2: 'FR', k4: 'GB', m4: 'ES', o4: 'CN',
  b2: 'TR', d2: 'FR', b4: 'IT', d4: 'CU', b6: 'CF', d6: 'RU',
};

/** The view with its tables, whichever game it is of. */
export function withBoardTables(view: GameView): GameView {
  return Object.keys(view.tables).length > 0 ? view : { ...view, tables: { ...boardTables } };
}
