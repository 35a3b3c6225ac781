import type { Clock } from '../../api/messages';
import { t } from '../../i18n/i18n.svelte';

/** The time per turn, as a label. */
export function clockName(clock: Clock): string {
  if (clock.kind === 'none') return t('new.clock.none');
  if (clock.kind === 'days') return t('new.clock.days', { n: clock.per_turn });
  return clock.per_turn % 60 === 0 ? t('new.clock.minutes', { n: clock.per_turn / 60 }) : t('new.clock.seconds', { n: clock.per_turn });
}
