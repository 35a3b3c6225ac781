import { formatPoints, t } from '../i18n/i18n.svelte';
import type { PlainKey } from '../i18n/keys';

/** A text that is not translated yet: its key, and the points that it names. `textOf` translates it where it is displayed, so it follows a change of language. */
export type KeyedText = { readonly key: PlainKey } | { readonly key: 'turn.toBar'; readonly points: number };

export function textOf(text: KeyedText): string {
  return 'points' in text ? t(text.key, { points: formatPoints(text.points) }) : t(text.key);
}
