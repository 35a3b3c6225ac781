import { groupTurns, type Turn } from '../../game/turns';
import type { GameReplay } from '../../api/messages';

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP_MS = 1_300;

/** The playback of a finished game: the current step, and whether it advances by itself. */
export class Playback {
  readonly replay: GameReplay;
  readonly turns: Turn[];
  /** Number of steps played; 0 is the deal. */
  at = $state(0);
  /** The direction in which it advances by itself; 0 if it is paused. */
  direction = $state<-1 | 0 | 1>(0);
  speed = $state<number>(1);
  #stopAt: number | null = null;

  constructor(replay: GameReplay) {
    this.replay = replay;
    this.turns = groupTurns(
      replay.steps.map(({ at, player, action, by, events, view }, i) => ({ number: i + 1, at, type: 'action_played', player, action, by, events, scores: view.scores })),
    );
    $effect(() => {
      if (this.direction === 0) return;
      const timer = setInterval(() => this.#advance(), STEP_MS / this.speed);
      return () => clearInterval(timer);
    });
  }

  readonly step = $derived.by(() => this.replay.steps[this.at - 1] ?? null);
  readonly turn = $derived.by(() => this.turns.find((turn) => turn.steps.some((step) => step.n === this.at)) ?? null);

  get last(): number {
    return this.replay.steps.length;
  }

  to(step: number): void {
    this.direction = 0;
    this.#stopAt = null;
    this.at = Math.max(0, Math.min(this.last, step));
  }

  toTurn(turn: Turn): void {
    this.to(turn.steps.at(-1)?.n ?? 0);
  }

  /** Goes to the end of the next or the previous turn. */
  byTurn(by: 1 | -1): void {
    const ends = [0, ...this.turns.map((turn) => turn.steps.at(-1)?.n ?? 0)];
    this.to((by === 1 ? ends.find((end) => end > this.at) : ends.findLast((end) => end < this.at)) ?? (by === 1 ? this.last : 0));
  }

  /** Starts in a direction, or pauses if it already advances that way. */
  run(direction: 1 | -1): void {
    this.#stopAt = null;
    this.direction = this.direction === direction ? 0 : direction;
    if (this.direction === 1 && this.at === this.last) this.at = 0;
    if (this.direction === -1 && this.at === 0) this.at = this.last;
  }

  /** Plays the turns of the others between a player's last turn before the current one and their next turn. */
  since(player: number): void {
    const current = this.turn?.number ?? 0;
    const last = this.turns.findLast((turn) => turn.player === player && turn.number < Math.max(current, 1)) ?? null;
    this.to(last?.steps.at(-1)?.n ?? 0);
    const next = this.turns.find((turn) => turn.player === player && turn.number > (last?.number ?? 0));
    this.#stopAt = next ? (next.steps[0]?.n ?? 1) - 1 : this.last;
    this.direction = 1;
  }

  #advance(): void {
    const next = this.at + this.direction;
    if (next < 0 || next > this.last || (this.#stopAt !== null && next > this.#stopAt)) {
      this.direction = 0;
      this.#stopAt = null;
    } else this.at = next;
  }
}
