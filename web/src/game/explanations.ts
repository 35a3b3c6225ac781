import { t } from '../i18n/i18n.svelte';
import type { GameEvent } from '../api/wire';
import { formatTablePoints } from './offers';

/** Why an action paid what it paid: `RU 3×2 · FR 2`, `Party · all FR`, `place 7`. Nothing if nobody paid. */
export function explainPoints(events: readonly GameEvent[]): string {
  const tables = events.filter((one): one is Extract<GameEvent, { type: 'scored' }> => one.type === 'scored');
  const others = events.flatMap((one) => {
    if (one.type === 'party_scored') return [one.doubled ? t('reason.partyOwn', { nation: one.nation }) : t('reason.party', { nation: one.nation })];
    return one.type === 'at_bar' ? [t('reason.bar', { n: one.place + 1 })] : [];
  });
  return [...(tables.length > 0 ? [formatTablePoints(tables)] : []), ...others].join(' · ');
}
