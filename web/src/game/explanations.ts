import { t } from '../i18n/i18n.svelte';
import type { GameEvent } from '../api/messages';
import { formatTablePoints } from './offers';
import { scoringEvents, type ScoringEvent } from './turns';

/** Explains the points of an action: `RU 3×2 · FR 2`, `Party, all FR`, `Place 7 at the bar`. Empty if it paid nothing. */
export function explainPoints(events: readonly GameEvent[]): string {
  return scoringEvents(events).map(explainEvent).join(' · ');
}

export function explainEvent(event: ScoringEvent): string {
  if (event.type === 'scored') return formatTablePoints([event]);
  if (event.type === 'party_scored') return t(event.doubled ? 'reason.partyOwn' : 'reason.party', { nation: event.nation });
  return t('reason.bar', { n: event.place + 1 });
}
