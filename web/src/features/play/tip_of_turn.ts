import type { GameView } from '../../api/messages';
import type { Tip } from '../../app/tips.svelte';
import { isLegal, seatableGuests } from '../../game/offers';

export interface TipInput {
  view: GameView;
  /** Whether a guest is chosen, and whether it can be seated. */
  isChosen: boolean;
  hasSeat: boolean;
  /** An action waits for confirmation. */
  isStaged: boolean;
}

/** The tip that fits what the player can do now; null if none does. */
export function tipOfTurn({ view, isChosen, hasSeat, isStaged }: TipInput): Tip | null {
  if (view.player === null || view.result || isStaged) return null;
  if (view.turn !== view.player) return (view.scores[view.player] ?? 0) > 0 ? 'score' : null;
  if (isChosen) return hasSeat ? 'chairs' : null;
  if (view.placed > 0) return isLegal(view, 'end') ? 'end' : null;
  if (seatableGuests(view).size > 0) return 'choose';
  if (isLegal(view, 'draw')) return 'draw';
  return view.legal.some(({ action }) => action.kind === 'bar') ? 'bar' : null;
}

/** Whether the player has done what a tip explains. `view` is the one after it. */
export function isTipFollowed(tip: Tip, view: GameView): boolean {
  if (tip === 'choose') return true;
  if (tip === 'chairs') return view.placed > 0 || view.turn !== view.player;
  return tip !== 'score' && view.turn !== view.player;
}
