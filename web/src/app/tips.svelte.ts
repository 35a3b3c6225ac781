import { storage } from '../api/storage';

/** The tips of a first game, in the order of a usual turn. */
export const tips = ['choose', 'chairs', 'end', 'draw', 'bar', 'score'] as const;
export type Tip = (typeof tips)[number];

const STORED = 'cafe.tips';

/** Tips that the user has seen on this device. */
let seen = $state.raw<ReadonlySet<Tip>>(new Set(tips.filter((tip) => (storage.get(STORED) ?? '').split(' ').includes(tip))));

export function isTipSeen(tip: Tip): boolean {
  return seen.has(tip);
}

export function markTipsSeen(...more: readonly Tip[]): void {
  seen = new Set([...seen, ...more]);
  storage.set(STORED, [...seen].join(' '));
}

/** No more tips on this device, until they are started again. */
export function dismissTips(): void {
  markTipsSeen(...tips);
}

export function restartTips(): void {
  seen = new Set();
  storage.remove(STORED);
}
