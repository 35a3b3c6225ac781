import { formatScores } from '../game/labels';
import { formatPoints, t } from '../i18n/i18n.svelte';
import type { PlainKey } from '../i18n/keys';

/** The scores of all players at the end, and the player whose score comes first. */
interface FinalScores {
  readonly final: readonly number[];
  readonly player: number | null;
}

/** A text that is not translated yet: its key, and the points or scores that it names. `textOf` translates it where it is displayed, so it follows a change of language. */
export type KeyedText = { readonly key: PlainKey } | { readonly key: 'turn.toBar'; readonly points: number } | { readonly key: 'turn.closeNow'; readonly scores: FinalScores };

export function textOf(text: KeyedText): string {
  if ('points' in text) return t(text.key, { points: formatPoints(text.points) });
  if ('scores' in text) return t(text.key, { scores: formatScores(text.scores.final, text.scores.player) });
  return t(text.key);
}
