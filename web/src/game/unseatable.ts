import type { GameView, UnseatableReason } from '../api/messages';
import { t } from '../i18n/i18n.svelte';
import { atTables } from './names';

/** Why the server says that a guest in hand has no chair; null if it has one, or if it is not the player's turn. */
export function unseatableReason(view: GameView, code: string): UnseatableReason | null {
  return view.unseatable.find(({ tile }) => tile === code)?.reason ?? null;
}

/** The reason as a sentence. `nations`: the nation of each table on the board. */
export function unseatableText(reason: UnseatableReason, nations: Readonly<Record<string, string>>): string {
  const at = (tables: readonly string[]): { atTables: string } => ({ atTables: atTables([...new Set(tables.map((cell) => nations[cell] ?? ''))]) });
  switch (reason.type) {
    case 'no_table':
      return t('why.noTable');
    case 'no_free_seat':
      return t('why.noFreeSeat', at(reason.tables));
    case 'unbalanced':
      return t('fault.unbalanced', at([reason.table]));
    case 'no_follower':
      return t('why.noFollower', at(reason.tables));
    case 'last_placement':
      return t('why.lastPlacement', at(reason.tables));
    case 'away_from_opener':
      return t('fault.owes_company', at(reason.tables));
  }
}
