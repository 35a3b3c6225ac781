import { untrack } from 'svelte';
import { splitTurn, type Turn } from '../../game/turns';

/** How long each action is shown. */
const STEP_MS = 1_500;

export interface TurnReplayOptions {
  /** The turn whose café is drawn, once it is loaded. */
  drawn: () => Turn | null;
  /** The turn that the screen shows. */
  shown: () => Turn | null;
  show: (turn: Turn | null) => void;
}

/** Shows past turns action by action, then the present. Whatever else the user opens or taps ends it. */
export class TurnReplay {
  steps = $state.raw<readonly Turn[]>([]);
  at = $state(0);
  readonly #options: TurnReplayOptions;

  /** Creates effects, so only during the setup of a component. */
  constructor(options: TurnReplayOptions) {
    this.#options = options;
    $effect(() => {
      const step = this.steps[this.at];
      if (!step) return undefined;
      if (options.shown() !== step) {
        this.steps = [];
        return undefined;
      }
      if (options.drawn() !== step) return undefined;
      const timer = setTimeout(() => this.#next(), STEP_MS);
      return () => clearTimeout(timer);
    });
  }

  start(turns: readonly Turn[]): void {
    this.steps = turns.flatMap(splitTurn);
    this.at = 0;
    this.#options.show(this.steps[0] ?? null);
  }

  #next(): void {
    const next = untrack(() => this.steps[this.at + 1] ?? null);
    if (next) this.at += 1;
    else this.steps = [];
    this.#options.show(next);
  }
}
