import { formatPoints, t } from '../i18n/i18n.svelte';
import { tileName } from './names';
import type { LegalAction } from '../api/messages';
import { formatGuest } from '../api/notation';
import { totalPoints } from './offers';

/**
 * Completions of a typed text: actions that start with it before those that contain it, best paid first. A whole turn, with
 * `;` between its actions, is not completed.
 */
export function completions(legal: readonly LegalAction[], typed: string): LegalAction[] {
  if (typed.includes(';')) return [];
  const wanted = typed.trim().toLowerCase();
  const rank = ({ action }: LegalAction): number => (action.notation.toLowerCase().startsWith(wanted) ? 0 : 1);
  return legal
    .filter(({ action }) => action.notation.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || totalPoints(b) - totalPoints(a) || a.action.notation.localeCompare(b.action.notation));
}

/** An action in words. */
export function describeAction(legal: LegalAction): string {
  const { action } = legal;
  const points = formatPoints(totalPoints(legal));
  switch (action.kind) {
    case 'seat':
      return t('command.seat', { guest: tileName(formatGuest(action.guest)), points });
    case 'party':
      return t('command.party', { sex: action.guests[0]?.guest.sex ?? 'f', points });
    case 'bar':
      return t('command.bar', { points });
    case 'swap':
      return t('turn.swap');
    case 'down':
      return t('turn.down');
    case 'draw':
      return t('turn.draw');
    case 'end':
      return t('turn.end');
    case 'close':
      return t('turn.close');
    case 'pass':
      return t('turn.pass');
  }
}
