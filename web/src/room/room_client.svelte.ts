import type { GameView, Reaction, ServerMessage } from '../api/messages';
import { withBoardTables } from '../game/floor_plan';
import { bestHint, type ShownHint } from '../game/hints';
import { nextLooks, noLooks, type LeavingCard, type Looks } from '../game/looks';
import { parseGuest } from '../api/notation';
import type { Turn } from '../game/turns';
import type { GameSource, RoomRequest, SourceListener } from '../source/source';
import { ConnectionStatus } from './connection_status.svelte';
import { PendingActions, type PendingAction } from './pending_actions.svelte';
import { ReactiveState } from './reactive_state.svelte';
import type { Refusal } from './refusal';
import { initialState, isMyTurn, newEvents, ownPlayer, reduce, type RoomState } from './state';
import { ClientEvents, type Subscribe } from './client_events';

/**
 * The client of a room: its source, its state, and the requests that a screen can make. Effects subscribe to what happens.
 *
 * In the code, a *room* is the place where a game is set up and played, and a *table* is a café table, where guests sit. In
 * the address (`/t/`) and in some text keys (`table.`), "table" still stands for a room.
 */
export class RoomClient {
  readonly #state = new ReactiveState();
  readonly state: RoomState = this.#state;
  readonly connection = new ConnectionStatus();
  looks = $state.raw<Looks>(noLooks);
  hint = $state.raw<ShownHint | null>(null);
  readonly player = $derived.by(() => ownPlayer(this.state));
  readonly myTurn = $derived.by(() => isMyTurn(this.state));
  /** An action or a request for a hint is not answered yet. Drawing and the command line are disabled meanwhile. */
  readonly busy = $derived.by(() => this.#requestingHint || this.pending.some(({ kind }) => kind === 'play'));

  #requestingHint = $state(false);
  readonly #pending = new PendingActions(
    () => this.state.view,
    (request) => this.#source.request(request),
  );
  readonly #events = new ClientEvents();
  readonly #source: GameSource;
  /** The latest state, for code that must not subscribe to it; `state` is the reactive one. */
  #current: RoomState = initialState;
  #hasUpdate = false;

  constructor(connect: (listener: SourceListener) => GameSource) {
    this.#source = connect({
      onMessage: (message) => this.#receive(message),
      onState: (state) => this.connection.update(state),
      onDenied: (code) => (this.connection.deniedReason = code),
    });
  }

  get subscribe(): Subscribe {
    return this.#events.subscribe;
  }

  get turns(): readonly Turn[] {
    return this.state.turns;
  }

  /** Plays and undos that are not answered yet. */
  get pending(): readonly PendingAction[] {
    return this.#pending.list;
  }

  /** By how much `seq` grows if all pending actions are accepted. */
  get pendingMoves(): number {
    return this.#pending.moves;
  }

  async request(request: RoomRequest): Promise<ServerMessage> {
    const answer = await this.#source.request(request);
    this.#reportRefusal(answer);
    return answer;
  }

  /** Plays after the pending actions; the guests of `arriving` are shown on their seats meanwhile. False if it was refused or not sent. */
  async play(actions: readonly string[], arriving: PendingAction['arriving'] = {}): Promise<boolean> {
    this.hint = null;
    const answer = await this.#pending.play(actions, arriving);
    this.#reportRefusal(answer);
    return answer !== null && answer.type !== 'refused';
  }

  /** Like `play`, but returns a refusal instead of showing it. */
  async tryPlay(actions: readonly string[]): Promise<Refusal | null> {
    this.hint = null;
    const answer = await this.#pending.play(actions);
    if (answer === null) return { code: 'stale', tables: [] };
    this.#reportRefusal(answer, true);
    return answer.type === 'refused' ? { code: answer.code, tables: answer.tables } : null;
  }

  async undo(): Promise<void> {
    this.#reportRefusal(await this.#pending.undo());
  }

  async requestHint(): Promise<void> {
    const seq = this.state.view?.seq;
    if (seq === undefined) return;
    this.#requestingHint = true;
    const answer = await this.request({ type: 'hint', seq });
    this.#requestingHint = false;
    if (answer.type !== 'hint') return;
    this.hint = bestHint(answer.turns);
    if (this.hint) this.#events.emit({ type: 'hinted', hint: this.hint, state: this.#current });
  }

  /** The game as the user saw it after this number of actions; null if the server refuses. */
  async requestPastView(actions: number): Promise<GameView | null> {
    const answer = await this.request({ type: 'past_view', actions });
    return answer.type === 'past_view' ? withBoardTables(answer.view) : null;
  }

  /** Whether the message was accepted. */
  async sendChat(text: string): Promise<boolean> {
    const { lastNumber } = this.state;
    const answer = await this.#source.request({ type: 'chat', text });
    if (answer.type !== 'refused') return true;
    // The connection broke while the message was in flight. The entries since then show whether it arrived.
    const { events } = this.#current;
    const arrived = events.some((event) => event.number > lastNumber && event.type === 'chat' && event.player === this.player && event.text === text);
    if (answer.code === 'unsure' && arrived) return true;
    this.#reportRefusal(answer);
    return false;
  }

  /** Sends a reaction. If the connection breaks meanwhile, that is not reported: a late reaction has no use. */
  async react(reaction: Reaction): Promise<void> {
    const answer = await this.#source.request({ type: 'react', reaction });
    if (answer.type === 'refused' && answer.code !== 'unsure') this.#reportRefusal(answer);
  }

  /** Reports a refusal that the client itself decided. */
  refuse(refusal: Refusal): void {
    this.#events.emit({ type: 'refused', refusal, state: this.#current, silent: false });
  }

  reconnectNow(): void {
    this.#source.reconnectNow();
  }

  close(): void {
    this.#source.close();
    this.connection.update('ended');
  }

  /** Reports an answer that is a refusal. Not `closed`: this client was closed, so no screen shows it. */
  #reportRefusal(answer: ServerMessage | null, silent = false): void {
    if (answer?.type !== 'refused' || answer.code === 'closed') return;
    const refusal: Refusal = { code: answer.code, tables: answer.tables };
    this.#events.emit({ type: 'refused', refusal, state: this.#current, silent });
  }

  #receive(message: ServerMessage): void {
    const before = this.#current;
    const after = reduce(before, message);
    this.#current = after;
    if (after.view && after.view !== before.view) this.#updateLooks(after.view);
    this.#state.set(after);
    // Id 0 answers no request: the game has started, and the room admits no spectators. Reconnecting would be refused.
    if (message.type === 'refused' && message.id === 0 && message.code === 'spectators_off') {
      this.#reportRefusal(message);
      this.close();
    }
    if (message.type !== 'update') return;
    const events = newEvents(before, message);
    const live = this.#hasUpdate;
    this.#hasUpdate = true;
    if (events.some(({ type }) => type === 'action_played' || type === 'undone')) this.hint = null;
    this.#events.emit({ type: 'updated', events, before, after, live });
  }

  #updateLooks({ player, hands, seated }: NonNullable<RoomState['view']>): void {
    const hand = player === null ? [] : (hands[player] ?? []);
    const leaving = this.pending.flatMap(({ arriving }) => Object.values(arriving).map(({ guest, look }): LeavingCard => ({ code: parseGuest(guest).code, look })));
    this.looks = nextLooks(this.looks, hand, seated, leaving);
  }
}
