import { untrack } from 'svelte';
import { gameFacts } from '../api/game_facts';
import { Drag, type DropTarget } from '../board/drag.svelte';
import { isExpectedView } from '../game/expected_view';
import { parseAction } from '../game/notation';
import { barOffer, offersFor, partiesByTable, seatableGuests, type Offer } from '../game/offers';
import { seatings } from '../game/seatings';
import { formatPoints, t } from '../i18n/i18n.svelte';
import { errorText, dismissNotice, showNotice } from '../ui/notices.svelte';
import { settings } from '../app/settings.svelte';
import type { TableClient } from './table_client.svelte';
import type { GameView, RoomView } from '../api/wire';

/** A card in hand: one of the four alike, known by its look. */
export interface HandCard {
  key: string;
  code: string;
  look: number;
}

/** What waits for a confirmation: it would end the turn, or bring something to light. */
export interface Staged {
  action: string;
  seats: Record<string, string>;
  look: number;
  points: number;
  why: string;
  confirm: string;
  /** The café as it was then, and how many moves of one's own were on their way. */
  then: GameView;
  ahead: number;
}

/** A guest on the way to a chair. */
export interface ArrivingGuest {
  guest: string;
  look: number;
}

const SHAKE_MS = 400;

/** What one is about to do, between the first tap and the server's answer. */
export class TurnDraft {
  chosen = $state.raw<HandCard | null>(null);
  staged = $state.raw<Staged | null>(null);
  refusedSeat = $state<string | null>(null);
  /** A party is being chosen at this table. */
  partyAt = $state<string | null>(null);
  /** A traveller may sit as one nation or another. */
  jokerChoices = $state.raw<Offer[]>([]);

  readonly #client: TableClient;
  readonly #room: () => RoomView;
  readonly #view: () => GameView;
  readonly drag: Drag;
  #moment = -1;
  #chosenBefore: HandCard | null = null;

  readonly board = $derived.by(() => this.#room().options.game === 'board');
  /** How many guests a turn may seat. */
  readonly placements = $derived.by(() => gameFacts[this.#room().options.game].placementsPerTurn);
  readonly mine = $derived.by(() => this.#client.myTurn);
  readonly hand = $derived.by(() => {
    const { player: seat, hands } = this.#view();
    return seat === null ? [] : (hands[seat] ?? []);
  });
  /** Who was seated with a tap that is not answered yet: by chair. */
  readonly arriving = $derived.by((): Record<string, ArrivingGuest> => this.#arriving());
  readonly cards = $derived.by((): HandCard[] => this.#cards());
  readonly able = $derived.by(() => seatableGuests(this.#view()));
  readonly bar = $derived.by(() => barOffer(this.#view(), this.chosen?.code ?? null));
  readonly offers = $derived.by((): Map<string, Offer> => this.#offers());
  readonly parties = $derived.by(() => partiesByTable(this.#view()));

  constructor(client: TableClient, room: () => RoomView, view: () => GameView) {
    this.#client = client;
    this.#room = room;
    this.#view = view;
    this.drag = new Drag({
      allowed: () => this.mine && !this.staged,
      lift: (key) => {
        this.#chosenBefore = this.chosen;
        this.chosen = this.cards.find((card) => card.key === key) ?? null;
      },
      seats: () => new Set(this.offers.keys()),
      drop: (target) => this.#drop(target),
    });

    $effect(() => {
      void this.#view().seq;
      untrack(() => this.look());
    });

    $effect(() => {
      const first = client.hint?.actions[0];
      if (first) untrack(() => this.#follow(first));
    });
  }

  /** Looks at the café as it is: a card that is no longer held cannot stay chosen, and what was staged for another moment is no longer meant. */
  look(): void {
    const view = this.#view();
    if (view.seq === this.#moment) return;
    this.#moment = view.seq;
    const { staged } = this;
    // Guests of one's own who have sat down meanwhile are no other moment.
    const moves = staged ? view.seq - staged.then.seq : 0;
    if (staged && (moves > staged.ahead || !isExpectedView(staged.then, view, moves))) this.staged = null;
    const { chosen } = this;
    if (chosen && !this.staged) this.chosen = this.cards.find((card) => card.key === chosen.key) ?? this.cards.find((card) => card.code === chosen.code) ?? null;
  }

  choose(card: HandCard): void {
    if (this.drag.wasDrag()) return;
    // Who goes on has read why the last try failed.
    dismissNotice();
    this.staged = null;
    this.chosen = this.chosen?.key === card.key ? null : card;
  }

  async sit(seat: string): Promise<void> {
    if (!this.chosen || !this.mine || this.staged) return;
    const offer = this.offers.get(seat);
    if (!offer) await this.#tryAnyway(this.chosen, seat);
    else if (offer.choices.length > 1) this.jokerChoices = offer.choices;
    else await this.take(offer);
  }

  async take(offer: Offer): Promise<void> {
    this.jokerChoices = [];
    const { chosen } = this;
    if (!chosen) return;
    this.#client.looks.leave(chosen.code, chosen.look);
    const swap = offer.kind === 'swap';
    const last = this.#view().placed + Object.keys(this.arriving).length === this.placements - 1;
    // On the board nobody leaves a full table, so it brings nothing to light.
    const fills = !this.board && offer.fills.length > 0;
    if ((swap || last || fills || !this.#room().options.undo) && settings.confirm) {
      const why = swap ? t('table.swapHint') : fills ? t('table.stagedFull') : last ? t('table.stagedLast') : t('table.stagedNoUndo');
      const confirm = swap ? t('table.swap') : fills ? t('table.confirmFull') : last ? t('table.confirm') : t('table.confirmSeat');
      this.#stage(offer.action, { look: chosen.look, points: offer.points, why, confirm });
      return;
    }
    this.chosen = null;
    await this.#play(offer.action, chosen.look);
  }

  async confirm(): Promise<void> {
    const { staged } = this;
    if (!staged) return;
    this.chosen = null;
    this.staged = null;
    await this.#play(staged.action, staged.look);
  }

  toBar(): void {
    const { bar } = this;
    if (!bar || this.staged) return;
    const confirm = t('table.toBar', { points: formatPoints(bar.points) });
    // Who would be out of the game is asked even if they do not want to be asked.
    if (bar.eliminates) this.#stage(bar.action, { why: t('table.barOut'), confirm });
    else this.#stageIfWanted(bar.action, { points: bar.points, why: t('table.stagedBar'), confirm });
  }

  celebrate(action: string, points: number): void {
    this.partyAt = null;
    this.#stageIfWanted(action, { points, why: t('table.partyLead'), confirm: t('table.confirmParty') });
    this.chosen = null;
  }

  closeCafe(): void {
    if (!this.staged) this.#stageIfWanted('close', { why: t('table.stagedClose'), confirm: t('table.close') });
  }

  /** One step back: what is staged, or else who is chosen. */
  cancel(): void {
    if (this.drag.carried) {
      this.drag.cancel();
      this.chosen = this.#chosenBefore;
    } else if (this.staged) this.staged = null;
    else this.chosen = null;
  }

  #cards(): HandCard[] {
    void this.#client.dressed;
    const counts = new Map<string, number>();
    const held = this.hand.map((code) => {
      const nth = counts.get(code) ?? 0;
      counts.set(code, nth + 1);
      const look = this.#client.looks.inHand(code, nth);
      return { key: `${code}${look}`, code, look };
    });
    const leaving: ArrivingGuest[] = Object.values(this.staged?.seats ?? {}).map((guest) => ({ guest, look: this.staged?.look ?? 0 }));
    for (const { guest, look } of [...Object.values(this.arriving), ...leaving]) {
      const [code] = guest.split('=');
      const same = held.findIndex((card) => card.code === code && card.look === look);
      const at = same >= 0 ? same : held.findIndex((card) => card.code === code);
      if (at >= 0) held.splice(at, 1);
    }
    return held;
  }

  #offers(): Map<string, Offer> {
    if (this.staged) return new Map();
    const offers = offersFor(this.#view(), this.chosen?.code ?? null);
    for (const seat of Object.keys(this.arriving)) offers.delete(seat);
    return offers;
  }

  #arriving(): Record<string, ArrivingGuest> {
    const { seated } = this.#view();
    const all = this.#client.waiting.flatMap(({ actions, look }) =>
      look === null ? [] : actions.flatMap((action) => Object.entries(seatings(action)).map(([seat, guest]) => [seat, { guest, look }] as const)),
    );
    // The answer is there a moment before the question is forgotten.
    return Object.fromEntries(all.filter(([seat, { guest }]) => seated[seat] !== guest));
  }

  #stage(action: string, words: Pick<Staged, 'why' | 'confirm'> & Partial<Staged>): void {
    this.staged = { action, seats: seatings(action), look: 0, points: 0, then: this.#view(), ahead: this.#client.ahead, ...words };
  }

  #stageIfWanted(action: string, words: Pick<Staged, 'why' | 'confirm'> & Partial<Staged>): void {
    if (settings.confirm) this.#stage(action, words);
    else {
      this.chosen = null;
      void this.#play(action, 0);
    }
  }

  async #play(action: string, look: number | null): Promise<void> {
    const played = await this.#client.play([action], look);
    // What was staged after it was meant for what should have come of it.
    if (!played && this.staged && this.staged.ahead > 0) this.staged = null;
  }

  #follow(hint: string): void {
    const advice = parseAction(hint);
    if ('guest' in advice) this.chosen = this.cards.find((card) => card.code === advice.guest.code) ?? null;
    const { kind } = advice;
    if (kind === 'draw' || kind === 'bar' || kind === 'party') showNotice(() => t(`table.hint.${kind}`));
  }

  #drop(target: DropTarget | null): void {
    const { chosen } = this;
    if (!target || !chosen) this.chosen = this.#chosenBefore;
    else if (target.kind === 'seat') void this.sit(target.cell);
    else if (target.kind === 'bar') {
      if (this.bar) this.toBar();
      else void this.#client.play([`bar ${chosen.code}`]);
    } else {
      // One gesture: whoever is set down on the table gives the party, if there is only one way to do so.
      const ways = (this.parties.get(target.cell) ?? []).filter((one) => one.action.includes(` ${chosen.code}`));
      const [only, ...others] = ways;
      if (only && others.length === 0) this.celebrate(only.action, only.points);
      else this.partyAt = target.cell;
    }
  }

  /** The server knows best why not: it is asked, and says which table is in the way. */
  async #tryAnyway(card: HandCard, seat: string): Promise<void> {
    if (this.#view().seated[seat] || this.arriving[seat]) showNotice(() => errorText('seat_taken'));
    else {
      // While something is on its way nobody knows yet what may follow it: then this guest is on the way, too.
      const look = this.#client.waiting.length > 0 ? card.look : null;
      if (look !== null) this.chosen = null;
      if (await this.#client.play([`${card.code}@${seat}`], look)) return;
    }
    this.refusedSeat = seat;
    setTimeout(() => (this.refusedSeat = null), SHAKE_MS);
  }
}
