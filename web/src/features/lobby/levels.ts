import { t } from '../../i18n/i18n.svelte';
import type { Level } from '../../api/messages';

const levels: readonly Level[] = ['novice', 'casual', 'regular', 'expert', 'master'];

/** The levels of bots, as choices. */
export function levelChoices(): { value: Level; label: string }[] {
  return levels.map((level) => ({ value: level, label: t(`level.${level}`) }));
}
