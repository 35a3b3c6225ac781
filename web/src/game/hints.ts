import type { GameView, HintTurn } from '../api/messages';
import { formatList, formatNumber, t } from '../i18n/i18n.svelte';
import { formatScores } from './labels';
import { atTables } from './names';

/** A hint with its advantage over the next best turn that the server named. */
export interface ShownHint extends HintTurn {
  readonly lead?: number;
}

/** The best of the suggested turns. */
export function bestHint([best, second]: readonly HintTurn[]): ShownHint | null {
  if (!best) return null;
  return best.value !== undefined && second?.value !== undefined ? { ...best, lead: best.value - second.value } : best;
}

/** Whether a hint is about the chosen guest. */
export function isHintFor(hint: HintTurn, code: string | null): boolean {
  const [first] = hint.actions;
  return first !== undefined && 'guest' in first && first.guest.code === code;
}

/** A hint in words: why it is good, from the facts that came with it. */
export function hintText(hint: ShownHint, view: GameView): string {
  const kind = hint.actions[0]?.kind;
  const reasons = hintReasons(hint, view);
  if (kind === 'draw' || kind === 'bar' || kind === 'party') return reasons.length > 0 ? t(`hint.${kind}Why`, { reasons: formatList(reasons) }) : t(`turn.hint.${kind}`);
  return reasons.length > 0 ? t('hint.why', { reasons: formatList(reasons) }) : t('hint.here');
}

function hintReasons(hint: ShownHint, view: GameView): string[] {
  const at = (tables: readonly string[]): { atTables: string } => ({ atTables: atTables([...new Set(tables.map((cell) => view.tables[cell] ?? ''))]) });
  const reasons: string[] = [];
  if (hint.points !== 0) reasons.push(t('hint.points', { n: hint.points }));
  if (hint.doubled && hint.doubled.length > 0) reasons.push(t('hint.doubled', at(hint.doubled)));
  if (hint.fills && hint.fills.length > 0) reasons.push(t('hint.fills', at(hint.fills)));
  if (hint.result) reasons.push(t('hint.ends', { scores: formatScores(hint.result.final, view.player) }));
  else if (hint.lead !== undefined && hint.lead >= 1) reasons.push(t('hint.better', { n: Math.round(hint.lead) }));
  else if (hint.value !== undefined && Math.abs(hint.value) >= 1) reasons.push(t(hint.value > 0 ? 'hint.ahead' : 'hint.behind', { points: formatNumber(Math.round(Math.abs(hint.value))) }));
  return reasons;
}
