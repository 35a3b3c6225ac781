import { t } from '../i18n/i18n.svelte';
import type { GameEvent } from '../api/wire';
import { formatTablePoints } from './offers';

/** Explains the points of an action: `RU 3×2 · FR 2`, `Party, all FR`, `Place 7 at the bar`. Empty if it paid nothing. */
export function explainPoints(events: readonly GameEvent[]): string {
  const tables = events.filter((event) => event.type === 'scored');
  const others = events.flatMap((event) => {
    if (event.type === 'party_scored') return [event.doubled ? t('reason.partyOwn', { nation: event.nation }) : t('reason.party', { nation: event.nation })];
    return event.type === 'at_bar' ? [t('reason.bar', { n: event.place + 1 })] : [];
  });
  return [...(tables.length > 0 ? [formatTablePoints(tables)] : []), ...others].join(' · ');
}
