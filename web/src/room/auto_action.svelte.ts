import { untrack } from 'svelte';
import type { GameView, RoomEvent, RoomView } from '../api/messages';
import type { AutoActionMode } from '../app/settings.svelte';
import type { Action } from '../api/notation';

/** How long the only legal action is shown before it is played. */
export const AUTO_ACTION_MS = 1_200;

/** Actions without a choice and without a surprise. Sending a guest to the bar, closing and laying face down are never played by themselves. */
const plainKinds: ReadonlySet<Action['kind']> = new Set(['draw', 'pass', 'end']);

export interface AutoActionInput {
  mode: AutoActionMode;
  room: RoomView;
  view: GameView;
  /** All events of the room so far. */
  events: readonly RoomEvent[];
}

/** The action that is played by itself: the only legal one, if that leaves the player no choice. */
export function autoActionOf({ mode, room, view, events }: AutoActionInput): string | null {
  const { player } = view;
  if (mode === 'never' || view.result || player === null || view.turn !== player || view.undo_vote) return null;
  if (mode === 'bots' && room.occupants.some((occupant, i) => i !== player && occupant.visitor !== null && !occupant.is_program)) return null;
  if (room.occupants[player]?.bot_plays) return null;
  const [only, ...others] = view.legal;
  if (!only || others.length > 0 || !plainKinds.has(only.action.kind)) return null;
  return hasJustUndone(events, player) ? null : only.action.notation;
}

/** Whether the player's last step was an undo: then the player wants to look, not to be moved on again. */
function hasJustUndone(events: readonly RoomEvent[], player: number): boolean {
  const last = events.findLast((event) => (event.type === 'undone' || event.type === 'action_played') && event.player === player);
  return last?.type === 'undone';
}

export interface AutoActionOptions {
  /** The action to play now; null while there is none, or while the player does something else. */
  action: () => string | null;
  /** The `seq` of the view, so that a cancelled action stays cancelled until the next one. */
  seq: () => number;
  play: (action: string) => void;
}

/** Plays the only legal action after a moment in which any tap or key cancels it. */
export class AutoAction {
  /** The action that is about to be played. */
  waiting = $state<string | null>(null);
  #cancelledSeq = $state(-1);
  readonly #options: AutoActionOptions;
  // Derived, so that news which change neither do not start the moment again.
  readonly #action = $derived.by(() => this.#options.action());
  readonly #seq = $derived.by(() => this.#options.seq());

  /** Creates effects, so only during the setup of a component. */
  constructor(options: AutoActionOptions) {
    this.#options = options;
    $effect(() => {
      const [action, seq] = [this.#action, this.#seq];
      if (action === null || seq === this.#cancelledSeq) return undefined;
      this.waiting = action;
      const timer = setTimeout(() => options.play(action), AUTO_ACTION_MS);
      return () => {
        clearTimeout(timer);
        this.waiting = null;
      };
    });

    $effect(() => {
      if (this.waiting === null) return undefined;
      const cancel = (): void => {
        this.#cancelledSeq = untrack(() => this.#seq);
      };
      // Captured, so that it also hears what a part of the page keeps for itself. The tap or key still does what it does otherwise.
      const listen = { capture: true, passive: true };
      addEventListener('pointerdown', cancel, listen);
      addEventListener('keydown', cancel, listen);
      return () => {
        removeEventListener('pointerdown', cancel, listen);
        removeEventListener('keydown', cancel, listen);
      };
    });
  }
}
