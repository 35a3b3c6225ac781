import { PendingActions, type PendingAction } from './pending_actions.svelte';
import { accessDeniedReason } from './access';
import { announceEvent, announceTurn, type PlayerPhrase } from './announcements';
import { Looks } from '../game/looks';
import { initialState, reduce, isMyTurn, ownPlayer, nameOf, type TableState } from './state';
import { scorePopupsOf } from '../game/past_view';
import { floorPlanOf } from '../game/floor_plan';
import { pointsOf, groupTurns, type Turn } from '../game/turns';
import { formatList, t } from '../i18n/i18n.svelte';
import { announce, errorText, showNotice as notify } from '../ui/notices.svelte';
import { nationName } from '../game/names';
import { playSound } from './sounds';
import { saveMuted, loadMuted } from './chat';
import { openRoomSocket } from '../source/room_socket';
import { SocketSource } from '../source/socket';
import type { ConnectionState, GameSource, RoomRequest, SourceListener } from '../source/source';
import type { GameEvent, GameView, HintTurn, Reaction, RoomEvent, ServerMessage } from '../api/wire';

/** Points that have just been paid, shown where they were won. */
export interface ScorePopup {
  n: number;
  cell: string;
  player: number;
  events: GameEvent[];
}

/** A full table that is being carried away, with those who sat there. */
export interface LeavingTable {
  n: number;
  table: string;
  nation: string;
  guests: string[];
}

const RISE_MS = 2_600;
const CLEARING_MS = 1_200;
const FAULTY_MS = 1_600;

/** One table as a screen sees it: its state, its line, and what one can do there. */
export class TableClient {
  readonly id: string;
  state = $state.raw<TableState>(initialState);
  line = $state<ConnectionState>('opening');
  /** Why the door is closed to this visitor for good. */
  deniedReason = $state<string | null>(null);
  /** The line has been down for longer than a blink. */
  isReconnecting = $state(false);
  scorePopups = $state.raw<ScorePopup[]>([]);
  leavingTables = $state.raw<LeavingTable[]>([]);
  /** Tables at fault in the last refused try, for a moment. */
  faulty = $state.raw<ReadonlySet<string>>(new Set());
  /** Seats whose words one does not want to hear, on this device. */
  quiet = $state.raw<ReadonlySet<number>>(new Set());
  hint = $state.raw<HintTurn | null>(null);
  #advising = $state(false);
  /** Changes when somebody's look may have changed. */
  dressed = $state(0);
  readonly looks = new Looks();
  readonly turns: Turn[] = $derived(groupTurns(this.state.events));
  readonly player = $derived(ownPlayer(this.state));
  readonly myTurn = $derived(isMyTurn(this.state));

  /** Something is being played, or thought about. What is tapped meanwhile waits for it. */
  readonly busy = $derived.by(() => this.#advising || this.waiting.some((one) => one.actions.length > 0));

  readonly #acts = new PendingActions(
    () => this.state.view,
    (request) => this.#source.request(request),
  );
  #source: GameSource;
  #trouble: ReturnType<typeof setTimeout> | undefined;
  #pointing: ReturnType<typeof setTimeout> | undefined;
  #fresh = true;

  /** A table of the house, or one at the end of another line. */
  constructor(id: string, connect: (ears: SourceListener) => GameSource = (ears) => new SocketSource({ connect: (last) => openRoomSocket(id, last), deniedReason: () => accessDeniedReason(id), ...ears })) {
    this.id = id;
    this.quiet = loadMuted(id);
    this.#source = connect({ onMessage: (told) => this.#hear(told), onState: (state) => this.#lineIs(state), onDenied: (code) => (this.deniedReason = code) });
  }

  name(seat: number): string {
    return seat === this.player ? t('lobby.you') : nameOf(this.state, seat);
  }

  who(seat: number): PlayerPhrase {
    return { name: this.name(seat), you: seat === this.player ? 'yes' : 'no' };
  }

  async request(request: RoomRequest): Promise<ServerMessage> {
    const told = await this.#source.request(request);
    if (told.type === 'refused') this.#refused(told.code, told.tables);
    return told;
  }

  /** What was tapped and is not answered yet. */
  get waiting(): readonly PendingAction[] {
    return this.#acts.waiting;
  }

  /** How many moves will have been made when everything is answered. */
  get ahead(): number {
    return this.#acts.ahead;
  }

  /** Plays as soon as what was tapped before is answered, with the guest drawn as `look` on the chair meanwhile; false if it was refused. */
  async play(actions: string[], look: number | null = null): Promise<boolean> {
    this.hint = null;
    const told = await this.#acts.play(actions, look);
    if (told?.type === 'refused') this.#refused(told.code, told.tables);
    return told !== null && told.type !== 'refused';
  }

  /** Plays; the sentence that says why not, if it was refused. */
  async tryPlay(actions: string[]): Promise<string | null> {
    this.hint = null;
    const told = await this.#acts.play(actions);
    if (told === null) return this.#why('stale', []);
    if (told.type !== 'refused') return null;
    this.#point(told.tables);
    return this.#why(told.code, told.tables);
  }

  async undo(): Promise<void> {
    const told = await this.#acts.takeBack();
    if (told?.type === 'refused') this.#refused(told.code, told.tables);
  }

  async requestHint(): Promise<void> {
    const seq = this.state.view?.seq;
    if (seq === undefined) return;
    this.#advising = true;
    const told = await this.request({ type: 'hint', seq });
    this.#advising = false;
    if (told.type === 'hint') this.hint = told.turns[0] ?? null;
  }

  /** Says something; whether it was heard. */
  async sendChat(text: string): Promise<boolean> {
    const { n } = this.state;
    const told = await this.#source.request({ type: 'chat', text });
    if (told.type !== 'refused') return true;
    // The line broke on the way. What happened meanwhile is known by now: perhaps this has.
    const reduce = (one: RoomEvent): boolean => one.number > n && one.type === 'chat' && one.player === this.player && one.text === text;
    if (told.code === 'unsure' && this.state.events.some(reduce)) return true;
    this.#refused(told.code, told.tables);
    return false;
  }

  /** A gesture is for the moment: one that was lost on the way is not worth a word. */
  async react(gesture: Reaction): Promise<void> {
    const told = await this.#source.request({ type: 'react', reaction: gesture });
    if (told.type === 'refused' && told.code !== 'unsure') this.#refused(told.code, told.tables);
  }

  /** Hears a seat no more, or again. */
  setMuted(seat: number, on: boolean): void {
    const seats = new Set(this.quiet);
    if (on) seats.add(seat);
    else seats.delete(seat);
    this.quiet = seats;
    saveMuted(this.id, seats);
  }

  reconnectNow(): void {
    this.#source.reconnectNow();
  }

  close(): void {
    clearTimeout(this.#trouble);
    this.#source.close();
  }

  #lineIs(state: ConnectionState): void {
    this.line = state;
    if (state === 'open' || state === 'ended') {
      clearTimeout(this.#trouble);
      this.#trouble = undefined;
      this.isReconnecting = false;
    } else {
      this.#trouble ??= setTimeout(() => (this.isReconnecting = true), 1_200);
    }
  }

  #hear(told: ServerMessage): void {
    const before = this.state;
    this.state = reduce(before, told);
    // The cards are dealt and the table is for its players only: coming back would be in vain.
    if (told.type === 'refused' && told.id === 0 && told.code === 'spectators_off') {
      this.#refused(told.code, told.tables);
      this.close();
    }
    if (told.type !== 'update') return;
    const { view } = this.state;
    if (view) {
      const mine = view.player === null ? [] : (view.hands[view.player] ?? []);
      this.looks.sync(mine, view.seated);
      this.dressed += 1;
    }
    const fresh = told.events.filter((one) => one.number > before.n);
    // What one missed is in the log; only what happens before one's eyes scorePopups, sounds and is read out.
    const sentences: string[] = [];
    if (!this.#fresh) {
      this.#show(fresh, before.view);
      const listened = fresh.filter((one) => one.type !== 'chat' || !this.quiet.has(one.player));
      sentences.push(...listened.map((one) => announceEvent(one, (seat) => this.who(seat))));
    }
    this.#fresh = false;
    if (view && (before.view?.turn !== view.turn || before.view.result !== view.result || !before.view)) {
      sentences.push(announceTurn(view, (seat) => this.name(seat)));
      if (isMyTurn(this.state) && before.view) playSound('turn');
    }
    const said = sentences.filter((one) => one !== '').join(' ');
    if (said) announce(said);
    if (fresh.some((one) => one.type === 'action_played' || one.type === 'undone')) this.hint = null;
  }

  #show(fresh: readonly RoomEvent[], before: GameView | null): void {
    for (const one of fresh) {
      if (one.type === 'undo_declined' && before?.undo_vote?.player === this.player) notify(t('undo.declined', this.who(one.player)));
      if (one.type !== 'action_played') continue;
      playSound(pointsOf(one.events) > 0 ? 'points' : 'cup');
      this.#clear(one.number, one.events, before);
      for (const rise of scorePopupsOf([{ ...one, n: one.number, points: pointsOf(one.events) }], one.player)) {
        this.scorePopups = [...this.scorePopups, rise];
        setTimeout(() => (this.scorePopups = this.scorePopups.filter((other) => other !== rise)), RISE_MS);
      }
    }
  }

  #clear(n: number, events: readonly GameEvent[], before: GameView | null): void {
    if (!before) return;
    const plan = floorPlanOf(before.tables);
    const seated = { ...before.seated };
    for (const event of events) if (event.type === 'seated') seated[event.seat] = event.guest;
    for (const event of events) {
      if (event.type !== 'cleared') continue;
      const guests = plan.seatsOf(event.table).flatMap((seat) => (seated[seat] ? [seated[seat]] : []));
      const clearing = { n, table: event.table, nation: before.tables[event.table] ?? '', guests };
      this.leavingTables = [...this.leavingTables, clearing];
      setTimeout(() => (this.leavingTables = this.leavingTables.filter((other) => other !== clearing)), CLEARING_MS);
    }
  }

  #refused(code: string, tables: readonly string[]): void {
    // The table was left: there is no screen for a notice.
    if (code === 'closed') return;
    notify(this.#why(code, tables));
    this.#point(tables);
  }

  #why(code: string, tables: readonly string[]): string {
    const nations = tables.map((cell) => nationName(this.state.view?.tables[cell] ?? ''));
    return errorText(code, { tables: formatList(nations), n: nations.length });
  }

  #point(tables: readonly string[]): void {
    this.faulty = new Set(tables);
    clearTimeout(this.#pointing);
    this.#pointing = setTimeout(() => (this.faulty = new Set()), FAULTY_MS);
  }
}
