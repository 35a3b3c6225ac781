import type { GameView, HintTurn, Reaction, ServerMessage } from '../api/wire';
import { withBoardTables } from '../game/floor_plan';
import { nextLooks, noLooks, type LeavingCard, type Looks } from '../game/looks';
import { parseGuest } from '../game/notation';
import { seatings } from '../game/seatings';
import type { Turn } from '../game/turns';
import type { GameSource, RoomRequest, SourceListener } from '../source/source';
import { ConnectionStatus } from './connection_status.svelte';
import { PendingActions, type PendingAction } from './pending_actions.svelte';
import { ReactiveState } from './reactive_state.svelte';
import type { Refusal } from './refusal';
import { initialState, isMyTurn, newEvents, ownPlayer, reduce, type TableState } from './state';
import { TableEvents, type Subscribe } from './table_events';


/** One table: its source, its state, and the requests that a screen can make. Effects subscribe to what happens. */
export class TableClient {
  readonly #state = new ReactiveState();
  readonly state: TableState = this.#state;
  readonly connection = new ConnectionStatus();
  looks = $state.raw<Looks>(noLooks);
  hint = $state.raw<HintTurn | null>(null);
  readonly player = $derived.by(() => ownPlayer(this.state));
  readonly myTurn = $derived.by(() => isMyTurn(this.state));
  /** An action is being played or a hint computed. Further actions wait for the answer. */
  readonly busy = $derived.by(() => this.#requestingHint || this.pending.some(({ kind }) => kind === 'play'));

  #requestingHint = $state(false);
  readonly #pending = new PendingActions(
    () => this.state.view,
    (request) => this.#source.request(request),
  );
  readonly #events = new TableEvents();
  readonly #source: GameSource;
  /** The latest state; `state` makes it reactive. */
  #current: TableState = initialState;
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
    this.#checkRefusal(answer);
    return answer;
  }

  /** Plays after the pending actions; the guest is drawn as `look` on the seat meanwhile. False if it was refused or dropped. */
  async play(actions: string[], look: number | null = null): Promise<boolean> {
    this.hint = null;
    const answer = await this.#pending.play(actions, look);
    this.#checkRefusal(answer);
    return answer !== null && answer.type !== 'refused';
  }

  /** Plays, and leaves it to the caller to show a refusal. */
  async tryPlay(actions: string[]): Promise<Refusal | null> {
    this.hint = null;
    const answer = await this.#pending.play(actions);
    if (answer === null) return { code: 'stale', tables: [] };
    this.#checkRefusal(answer, true);
    return answer.type === 'refused' ? { code: answer.code, tables: answer.tables } : null;
  }

  async undo(): Promise<void> {
    this.#checkRefusal(await this.#pending.undo());
  }

  async requestHint(): Promise<void> {
    const seq = this.state.view?.seq;
    if (seq === undefined) return;
    this.#requestingHint = true;
    const answer = await this.request({ type: 'hint', seq });
    this.#requestingHint = false;
    if (answer.type !== 'hint') return;
    this.hint = answer.turns[0] ?? null;
    if (this.hint) this.#events.emit({ type: 'hinted', hint: this.hint });
  }

  /** The game as the user saw it after its first actions; null if the server refuses. */
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
    this.#checkRefusal(answer);
    return false;
  }

  /** A reaction that was lost with the connection is out of date, so that is not reported. */
  async react(reaction: Reaction): Promise<void> {
    const answer = await this.#source.request({ type: 'react', reaction });
    if (answer.type === 'refused' && answer.code !== 'unsure') this.#checkRefusal(answer);
  }

  /** Reports a refusal that needs no server. */
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

  /** A request that was settled by closing the table has no screen to report to. */
  #checkRefusal(answer: ServerMessage | null, silent = false): void {
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
    // The game has started without spectators: reconnecting would be refused.
    if (message.type === 'refused' && message.id === 0 && message.code === 'spectators_off') {
      this.#checkRefusal(message);
      this.close();
    }
    if (message.type !== 'update') return;
    const events = newEvents(before, message);
    const live = this.#hasUpdate;
    this.#hasUpdate = true;
    if (events.some(({ type }) => type === 'action_played' || type === 'undone')) this.hint = null;
    this.#events.emit({ type: 'updated', events, before, after, live });
  }

  #updateLooks({ player, hands, seated }: NonNullable<TableState['view']>): void {
    const hand = player === null ? [] : (hands[player] ?? []);
    const leaving = this.pending.flatMap(({ actions, look }): LeavingCard[] => {
      if (look === null) return [];
      return actions.flatMap((action) => Object.values(seatings(action)).map((guest) => ({ code: parseGuest(guest).code, look })));
    });
    this.looks = nextLooks(this.looks, hand, seated, leaving);
  }
}
