import { groupTurns, type Turn } from '../../game/turns';
import type { GameReplay } from '../../api/wire';

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP_MS = 1_300;

/** A finished game that is being watched: where one is, and whether it goes on by itself. */
export class Playback {
  readonly replay: GameReplay;
  readonly all: Turn[];
  /** How many steps have been played: 0 is the deal. */
  at = $state(0);
  /** Which way it runs by itself. */
  runs = $state<-1 | 0 | 1>(0);
  speed = $state<number>(1);
  #stopAt: number | null = null;

  constructor(replay: GameReplay) {
    this.replay = replay;
    this.all = groupTurns(
      replay.steps.map((one, i) => ({ number: i + 1, at: one.at, type: 'action_played', player: one.player, action: one.action, by: one.by, events: one.events, scores: one.view.scores })),
    );
    $effect(() => {
      if (this.runs === 0) return;
      const timer = setInterval(() => this.#advance(), STEP_MS / this.speed);
      return () => clearInterval(timer);
    });
  }

  readonly step = $derived.by(() => this.replay.steps[this.at - 1] ?? null);
  readonly turn = $derived.by(() => this.all.find((turn) => turn.steps.some((one) => one.n === this.at)) ?? null);

  get last(): number {
    return this.replay.steps.length;
  }

  to(step: number): void {
    this.runs = 0;
    this.#stopAt = null;
    this.at = Math.max(0, Math.min(this.last, step));
  }

  toTurn(turn: Turn): void {
    this.to(turn.steps.at(-1)?.n ?? 0);
  }

  /** To the end of the next turn, or of the previous one. */
  byTurn(by: 1 | -1): void {
    const ends = [0, ...this.all.map((turn) => turn.steps.at(-1)?.n ?? 0)];
    this.to((by === 1 ? ends.find((end) => end > this.at) : ends.findLast((end) => end < this.at)) ?? (by === 1 ? this.last : 0));
  }

  run(way: 1 | -1): void {
    this.#stopAt = null;
    this.runs = this.runs === way ? 0 : way;
    if (this.runs === 1 && this.at === this.last) this.at = 0;
    if (this.runs === -1 && this.at === 0) this.at = this.last;
  }

  /** Plays what the others did between the last turn of a seat before here and its next one. */
  since(seat: number): void {
    const here = this.turn?.number ?? 0;
    const mine = this.all.findLast((turn) => turn.player === seat && turn.number < Math.max(here, 1)) ?? null;
    this.to(mine?.steps.at(-1)?.n ?? 0);
    const next = this.all.find((turn) => turn.player === seat && turn.number > (mine?.number ?? 0));
    this.#stopAt = next ? (next.steps[0]?.n ?? 1) - 1 : this.last;
    this.runs = 1;
  }

  #advance(): void {
    const next = this.at + this.runs;
    if (next < 0 || next > this.last || (this.#stopAt !== null && next > this.#stopAt)) {
      this.runs = 0;
      this.#stopAt = null;
    } else this.at = next;
  }
}
