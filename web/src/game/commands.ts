import { formatPoints, t } from '../i18n/i18n.svelte';
import { tileName } from './names';
import type { LegalAction } from '../api/wire';
import { parseAction, formatGuest } from './notation';

function paid(legal: LegalAction): number {
  return Object.values(legal.points).reduce((sum, one) => sum + one, 0);
}

/**
 * What may be meant by what was typed so far: actions that begin with it before those that only hold it, the best paid
 * first. A whole turn, with `;` between its actions, is not guessed.
 */
export function completions(legal: readonly LegalAction[], typed: string): LegalAction[] {
  if (typed.includes(';')) return [];
  const wanted = typed.trim().toLowerCase();
  const rank = (one: LegalAction): number => (one.action.toLowerCase().startsWith(wanted) ? 0 : 1);
  return legal
    .filter((one) => one.action.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || paid(b) - paid(a) || a.action.localeCompare(b.action));
}

/** An action in words. */
export function describeAction(legal: LegalAction): string {
  const action = parseAction(legal.action);
  const points = formatPoints(paid(legal));
  switch (action.kind) {
    case 'seat':
      return `${tileName(formatGuest(action.guest))} ${points}`;
    case 'party':
      return `${t('table.party')} ${points}`;
    case 'bar':
      return `${t('table.bar')} ${points}`;
    case 'swap':
      return t('table.swap');
    case 'down':
      return t('table.down');
    case 'draw':
      return t('table.draw');
    case 'end':
      return t('table.end');
    case 'close':
      return t('table.close');
    case 'pass':
      return t('table.pass');
  }
}
