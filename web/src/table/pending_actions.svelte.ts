import { isExpectedView } from '../game/expected_view';
import type { RoomRequest } from '../source/source';
import type { GameView, ServerMessage } from '../api/wire';

/** Something that was tapped and is not answered yet. */
export interface PendingAction {
  /** What is played; nothing if something is taken back. */
  actions: readonly string[];
  /** As whom the guest is drawn who is shown on the chair meanwhile; nothing if nobody is. */
  look: number | null;
  /** How many moves come of it. */
  moves: number;
  /** Nothing if it was dropped, because something tapped before it was refused. */
  answer: Promise<ServerMessage | null>;
}

const stale: ServerMessage = { type: 'refused', id: 0, code: 'stale', message: '', tables: [] };

/**
 * What one does at a table, one thing after the other: each waits for the answer to the one before, since it answers the
 * moment that comes of it. If that one is refused, or the café has become another meanwhile, what was tapped after it is
 * no longer meant.
 */
export class PendingActions {
  /** In the order in which it was tapped. */
  waiting = $state.raw<readonly PendingAction[]>([]);
  readonly #view: () => GameView | null;
  readonly #ask: (ask: RoomRequest) => Promise<ServerMessage>;

  constructor(view: () => GameView | null, ask: (ask: RoomRequest) => Promise<ServerMessage>) {
    this.#view = view;
    this.#ask = ask;
  }

  /** How many moves will have been made when everything is answered. */
  get ahead(): number {
    return this.waiting.reduce((sum, one) => sum + one.moves, 0);
  }

  play(actions: readonly string[], look: number | null = null): Promise<ServerMessage | null> {
    return this.#add(actions, look, (seq) => ({ type: 'play', seq, actions: [...actions] }));
  }

  takeBack(): Promise<ServerMessage | null> {
    return this.#add([], null, (seq) => ({ type: 'undo', seq }));
  }

  #add(actions: readonly string[], look: number | null, ask: (seq: number) => RoomRequest): Promise<ServerMessage | null> {
    const before = this.waiting.at(-1);
    // A double tap is meant as one.
    if (before && before.actions.join(';') === actions.join(';')) return before.answer;
    const act: PendingAction = { actions, look, moves: Math.max(1, actions.length), answer: this.#turn(before, ask) };
    this.waiting = [...this.waiting, act];
    void act.answer.finally(() => (this.waiting = this.waiting.filter((one) => one !== act)));
    return act.answer;
  }

  async #turn(before: PendingAction | undefined, ask: (seq: number) => RoomRequest): Promise<ServerMessage | null> {
    const [then, ahead] = [this.#view(), this.ahead];
    if (before) {
      const told = await before.answer;
      if (!told || told.type === 'refused') return null;
    }
    const now = this.#view();
    if (!then || !now) return null;
    return before && !isExpectedView(then, now, ahead) ? stale : this.#ask(ask(now.seq));
  }
}
