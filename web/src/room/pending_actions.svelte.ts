import type { GameView, ServerMessage } from '../api/messages';
import { isExpectedView } from '../game/expected_view';
import type { ArrivingGuest } from '../board/board_view';
import { refusedMessage, type RoomRequest } from '../source/source';

/** A play or undo that is not answered yet. */
export interface PendingAction {
  kind: 'play' | 'undo';
  /** The actions that are played, in notation; empty for an undo. */
  actions: readonly string[];
  /** By seat: the guests that are shown there meanwhile. */
  arriving: Readonly<Record<string, ArrivingGuest>>;
  /** By how much `seq` grows when it is accepted. */
  moves: number;
  /** Null if it was dropped, because an earlier one was refused. */
  answer: Promise<ServerMessage | null>;
}

/**
 * Plays and undos, sent one after the other: each waits for the answer to the one before, because it refers to the `seq`
 * that results from it. If that one is refused, or the café has changed in another way, the later ones are not sent.
 */
export class PendingActions {
  /** In the order in which they were requested. */
  list = $state.raw<readonly PendingAction[]>([]);
  readonly #view: () => GameView | null;
  readonly #request: (request: RoomRequest) => Promise<ServerMessage>;

  constructor(view: () => GameView | null, request: (request: RoomRequest) => Promise<ServerMessage>) {
    this.#view = view;
    this.#request = request;
  }

  /** By how much `seq` grows if all are accepted. */
  get moves(): number {
    return this.list.reduce((sum, pending) => sum + pending.moves, 0);
  }

  play(actions: readonly string[], arriving: PendingAction['arriving'] = {}): Promise<ServerMessage | null> {
    const last = this.list.at(-1);
    // A double tap is one request.
    if (last?.kind === 'play' && last.actions.join(';') === actions.join(';')) return last.answer;
    return this.#add({ kind: 'play', actions, arriving, moves: Math.max(1, actions.length) }, (seq) => ({ type: 'play', seq, actions: [...actions] }));
  }

  undo(): Promise<ServerMessage | null> {
    return this.#add({ kind: 'undo', actions: [], arriving: {}, moves: 1 }, (seq) => ({ type: 'undo', seq }));
  }

  #add(action: Omit<PendingAction, 'answer'>, toRequest: (seq: number) => RoomRequest): Promise<ServerMessage | null> {
    const pending: PendingAction = { ...action, answer: this.#send(action.kind, toRequest) };
    this.list = [...this.list, pending];
    void pending.answer.finally(() => (this.list = this.list.filter((other) => other !== pending)));
    return pending.answer;
  }

  async #send(kind: PendingAction['kind'], toRequest: (seq: number) => RoomRequest): Promise<ServerMessage | null> {
    const previous = this.list.at(-1);
    const [then, moves] = [this.#view(), this.moves];
    if (previous) {
      const answer = await previous.answer;
      if (!answer || answer.type === 'refused') return null;
    }
    const now = this.#view();
    if (!then || !now) return null;
    if (previous && !isExpectedView(then, now, moves)) {
      // The first undo only asked the other players: the second has nothing to add.
      const isVoteOpen = now.undo_vote !== null && now.undo_vote?.player === now.player;
      return kind === 'undo' && previous.kind === 'undo' && isVoteOpen ? null : refusedMessage('stale');
    }
    return this.#request(toRequest(now.seq));
  }
}
