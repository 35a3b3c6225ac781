import { formatPoints, t } from '../i18n/i18n.svelte';
import type { Key } from '../i18n/locales/en';

/** Text for the player as a value. It is translated where it is shown, so it follows the chosen language. */
export interface Message {
  readonly key: Key;
  /** Shown with its sign. */
  readonly points?: number;
}

export function messageText({ key, points }: Message): string {
  return t(key, points === undefined ? undefined : { points: formatPoints(points) });
}
