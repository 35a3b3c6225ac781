import { parse } from './game/notation';
import { Looks } from './game/looks';
import { blank, heard, isMyTurn, mySeat, nameOf, type TableState } from './game/table_state';
import { pointsOf, turns, type Turn } from './game/turns';
import { t } from './i18n/i18n.svelte';
import { announce, faultText, tell as notify } from './notices.svelte';
import { guestName, nationName } from './names';
import { Line, socketTo, type Ask, type LineState } from './wire/socket';
import type { Happening, HintedTurn, Seen, Tell } from './wire/wire';

/** Points that have just been paid, shown where they were won. */
export interface Rise {
  n: number;
  cell: string;
  seat: number;
  events: Seen[];
}

const RISE_MS = 2_600;

/** One table as a screen sees it: its state, its line, and what one can do there. */
export class TableClient {
  readonly id: string;
  state = $state.raw<TableState>(blank);
  line = $state<LineState>('opening');
  /** The line has been down for longer than a blink. */
  troubled = $state(false);
  rises = $state.raw<Rise[]>([]);
  /** Tables at fault in the last refused try, for a moment. */
  faulty = $state.raw<ReadonlySet<string>>(new Set());
  hint = $state.raw<HintedTurn | null>(null);
  busy = $state(false);
  /** Changes when somebody's look may have changed. */
  dressed = $state(0);
  readonly looks = new Looks();
  readonly turns: Turn[] = $derived(turns(this.state.happened));
  readonly seat = $derived(mySeat(this.state));
  readonly myTurn = $derived(isMyTurn(this.state));

  #line: Line;
  #trouble: ReturnType<typeof setTimeout> | undefined;
  #fresh = true;

  constructor(id: string) {
    this.id = id;
    this.#line = new Line({
      connect: socketTo(id),
      tell: (told) => this.#hear(told),
      state: (state) => this.#lineIs(state),
    });
  }

  name(seat: number): string {
    return seat === this.seat ? t('lobby.you') : nameOf(this.state, seat);
  }

  async ask(ask: Ask): Promise<Tell> {
    const told = await this.#line.ask(ask);
    if (told.tell === 'refused') this.#refused(told.code, told.tables);
    return told;
  }

  /** Plays at once; false if it was refused. */
  async act(actions: string[]): Promise<boolean> {
    const seq = this.state.scene?.seq;
    if (seq === undefined) return false;
    this.busy = true;
    this.hint = null;
    try {
      return (await this.ask({ do: 'act', seq, actions })).tell !== 'refused';
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    const seq = this.state.scene?.seq;
    if (seq !== undefined) await this.ask({ do: 'undo', seq });
  }

  async askHint(): Promise<void> {
    const seq = this.state.scene?.seq;
    if (seq === undefined) return;
    this.busy = true;
    const told = await this.ask({ do: 'hint', seq });
    this.busy = false;
    if (told.tell === 'hint') this.hint = told.turns[0] ?? null;
  }

  hurry(): void {
    this.#line.hurry();
  }

  end(): void {
    clearTimeout(this.#trouble);
    this.#line.end();
  }

  #lineIs(state: LineState): void {
    this.line = state;
    if (state === 'open' || state === 'ended') {
      clearTimeout(this.#trouble);
      this.#trouble = undefined;
      this.troubled = false;
    } else {
      this.#trouble ??= setTimeout(() => (this.troubled = true), 1_200);
    }
  }

  #hear(told: Tell): void {
    const before = this.state;
    const wasMine = isMyTurn(before);
    this.state = heard(before, told);
    if (told.tell !== 'now') return;
    const { scene } = this.state;
    if (scene) {
      const mine = scene.seat === null ? [] : (scene.hands[scene.seat] ?? []);
      this.looks.sync(mine, scene.seated);
      this.dressed += 1;
    }
    const fresh = told.happened.filter((one) => one.n > before.n);
    // What one missed is in the log; only what happens before one's eyes rises and is read out.
    if (!this.#fresh) this.#show(fresh);
    this.#fresh = false;
    if (!wasMine && isMyTurn(this.state) && scene?.seat !== null && scene) {
      announce(t('table.yourTurnSaid', { n: scene.hand_sizes[scene.seat] ?? 0 }));
    }
    if (fresh.some((one) => one.what === 'acted' || one.what === 'undone')) this.hint = null;
  }

  #show(fresh: readonly Happening[]): void {
    const sentences: string[] = [];
    for (const one of fresh) {
      if (one.what !== 'acted') continue;
      const said = this.#sentence(one.seat, one.action, one.events);
      if (said) sentences.push(said);
      const action = parse(one.action);
      const cell = action.kind === 'seat' ? action.seat : action.kind === 'party' ? action.table : null;
      if (cell === null || pointsOf(one.events) === 0) continue;
      const rise = { n: one.n, cell, seat: one.seat, events: one.events };
      this.rises = [...this.rises, rise];
      setTimeout(() => (this.rises = this.rises.filter((other) => other !== rise)), RISE_MS);
    }
    if (sentences.length > 0) announce(sentences.join(' '));
  }

  #sentence(seat: number, action: string, events: readonly Seen[]): string {
    const name = this.name(seat);
    const said = parse(action);
    const laid = events.flatMap((one) => (one.event === 'laid' ? [t('table.saidLaid', { nation: nationName(one.nation), cell: one.table })] : []));
    const points = pointsOf(events);
    switch (said.kind) {
      case 'seat':
        return [t('table.saidSeated', { name, guest: guestName(said.guest.code), seat: said.seat, points }), ...laid].join(' ');
      case 'draw':
        return t('table.saidDrew', { name });
      case 'down':
        return t('table.saidDown', { name });
      case 'close':
        return t('table.saidClose', { name });
      default:
        return laid.join(' ');
    }
  }

  #refused(code: string, tables: readonly string[]): void {
    const nations = tables.map((cell) => nationName(this.state.scene?.tables[cell] ?? ''));
    notify(faultText(code, { tables: nations.join(', ') }));
    this.faulty = new Set(tables);
    setTimeout(() => (this.faulty = new Set()), 1_600);
  }
}
