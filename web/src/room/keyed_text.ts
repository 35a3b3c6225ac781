import { formatPoints, t } from '../i18n/i18n.svelte';
import type { Key } from '../i18n/keys';

/** A text that is not translated yet: its key and the value of `{points}`. `textOf` translates it where it is displayed, so it follows a change of language. */
export interface KeyedText {
  readonly key: Key;
  /** Inserted with its sign, as in `+8`. */
  readonly points?: number;
}

export function textOf({ key, points }: KeyedText): string {
  return t(key, points === undefined ? undefined : { points: formatPoints(points) });
}
