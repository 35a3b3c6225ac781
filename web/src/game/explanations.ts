import { t } from '../i18n/i18n.svelte';
import type { GameEvent } from '../api/messages';
import { parseGuest, type Sex } from '../api/notation';
import { formatTablePoints } from './offers';
import { scoringEvents, type ScoringEvent } from './turns';

/** Explains the points of an action: `RU 3×2 · FR 2`, `Ladies’ party FR ×2`, `Place 7 at the bar`. Empty if it paid nothing. */
export function explainPoints(events: readonly GameEvent[]): string {
  return scoringEvents(events).map((event) => explainEvent(event, events)).join(' · ');
}

/** `events`: those of the whole action. */
export function explainEvent(event: ScoringEvent, events: readonly GameEvent[]): string {
  if (event.type === 'scored') return formatTablePoints([event]);
  if (event.type === 'party_scored') return t(event.doubled ? 'reason.partyOwn' : 'reason.party', { sex: partySex(events), letters: event.nation });
  return t('reason.bar', { n: event.place + 1 });
}

/** Whether a party is one of ladies or of gentlemen. */
export function partySex(events: readonly GameEvent[]): Sex {
  const seated = events.find((event) => event.type === 'seated');
  return seated?.type === 'seated' ? parseGuest(seated.guest).sex : 'f';
}
