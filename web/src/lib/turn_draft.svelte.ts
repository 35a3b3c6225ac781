import { untrack } from 'svelte';
import { Drag, type Target } from './drag.svelte';
import { parse } from './game/notation';
import { barOffer, offersFor, parties, seatable, type Offer } from './game/offers';
import { signed, t } from './i18n/i18n.svelte';
import { faultText, hush, tell } from './notices.svelte';
import { settings } from './settings.svelte';
import type { TableClient } from './table_client.svelte';
import type { RoomShown, Scene } from './wire/wire';

/** A card in hand: one of the four alike, known by its look. */
export interface Held {
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
}

const SHAKE_MS = 400;

/** What one is about to do, between the first tap and the server's answer. */
export class TurnDraft {
  chosen = $state.raw<Held | null>(null);
  staged = $state.raw<Staged | null>(null);
  refusedSeat = $state<string | null>(null);
  /** A party is being chosen at this table. */
  partyAt = $state<string | null>(null);
  /** A traveller may sit as one nation or another. */
  jokerChoices = $state.raw<Offer[]>([]);

  readonly #client: TableClient;
  readonly #room: () => RoomShown;
  readonly #scene: () => Scene;
  readonly drag: Drag;
  #moment = -1;
  #chosenBefore: Held | null = null;

  readonly board = $derived.by(() => this.#room().options.game === 'board');
  /** How many guests a turn may seat. */
  readonly placements = $derived(this.board ? 2 : 3);
  readonly mine = $derived.by(() => this.#client.myTurn);
  readonly hand = $derived.by(() => {
    const { seat, hands } = this.#scene();
    return seat === null ? [] : (hands[seat] ?? []);
  });
  readonly cards = $derived.by((): Held[] => this.#cards());
  readonly able = $derived.by(() => seatable(this.#scene()));
  readonly bar = $derived.by(() => barOffer(this.#scene(), this.chosen?.code ?? null));
  readonly offers = $derived.by(() => (this.staged ? new Map<string, Offer>() : offersFor(this.#scene(), this.chosen?.code ?? null)));
  readonly parties = $derived.by(() => parties(this.#scene()));

  constructor(client: TableClient, room: () => RoomShown, scene: () => Scene) {
    this.#client = client;
    this.#room = room;
    this.#scene = scene;
    this.drag = new Drag({
      allowed: () => this.mine && !client.busy && !this.staged,
      lift: (key) => {
        this.#chosenBefore = this.chosen;
        this.chosen = this.cards.find((card) => card.key === key) ?? null;
      },
      seats: () => new Set(this.offers.keys()),
      drop: (target) => this.#drop(target),
    });

    // A card that is no longer held cannot stay chosen, and what was staged for another moment is no longer meant.
    $effect(() => {
      const { seq } = this.#scene();
      untrack(() => {
        if (seq === this.#moment) return;
        this.#moment = seq;
        this.staged = null;
        if (this.chosen && !this.hand.includes(this.chosen.code)) this.chosen = null;
        else if (this.chosen) this.chosen = this.cards.find((card) => card.code === this.chosen?.code) ?? null;
      });
    });

    $effect(() => {
      const first = client.hint?.actions[0];
      if (first) untrack(() => this.#follow(first));
    });
  }

  choose(card: Held): void {
    if (this.drag.wasDrag()) return;
    // Who goes on has read why the last try failed.
    hush();
    this.staged = null;
    this.chosen = this.chosen?.key === card.key ? null : card;
  }

  async sit(seat: string): Promise<void> {
    if (!this.chosen || !this.mine || this.staged) return;
    const offer = this.offers.get(seat);
    if (!offer) await this.#tryAnyway(this.chosen.code, seat);
    else if (offer.choices.length > 1) this.jokerChoices = offer.choices;
    else await this.take(offer);
  }

  async take(offer: Offer): Promise<void> {
    this.jokerChoices = [];
    const { chosen } = this;
    if (!chosen) return;
    this.#client.looks.leave(chosen.code, chosen.look);
    const swap = offer.kind === 'swap';
    const last = this.#scene().placed === this.placements - 1;
    // On the board nobody leaves a full table, so it brings nothing to light.
    const fills = !this.board && offer.fills.length > 0;
    if ((swap || last || fills || !this.#room().options.undo) && settings.confirm) {
      this.staged = {
        action: offer.action,
        seats: { [offer.seat]: offer.nation && chosen.code.startsWith('JK') ? `${chosen.code}=${offer.nation}` : chosen.code },
        look: chosen.look,
        points: offer.points,
        why: swap ? t('table.swapHint') : fills ? t('table.stagedFull') : last ? t('table.stagedLast') : t('table.stagedNoUndo'),
        confirm: swap ? t('table.swap') : fills ? t('table.confirmFull') : last ? t('table.confirm') : t('table.confirmSeat'),
      };
      return;
    }
    this.chosen = null;
    await this.#client.act([offer.action]);
  }

  async confirm(): Promise<void> {
    const { staged } = this;
    if (!staged || this.#client.busy) return;
    this.chosen = null;
    await this.#client.act([staged.action]);
    if (this.staged === staged) this.staged = null;
  }

  toBar(): void {
    const { bar } = this;
    if (!bar) return;
    if (!bar.eliminates) {
      this.chosen = null;
      void this.#client.act([bar.action]);
      return;
    }
    this.staged = { action: bar.action, seats: {}, look: 0, points: 0, why: t('table.barOut'), confirm: t('table.toBar', { points: signed(bar.points) }) };
  }

  celebrate(action: string, points: number): void {
    const party = parse(action);
    if (party.kind !== 'party') return;
    this.partyAt = null;
    this.chosen = null;
    this.staged = {
      action,
      seats: Object.fromEntries(party.guests.map((one) => [one.seat, one.guest.joker ? `${one.guest.code}=${one.guest.nation}` : one.guest.code])),
      look: 0,
      points,
      why: t('table.partyLead'),
      confirm: t('table.confirmParty'),
    };
  }

  /** One step back: what is staged, or else who is chosen. */
  cancel(): void {
    if (this.drag.carried) {
      this.drag.cancel();
      this.chosen = this.#chosenBefore;
    } else if (this.staged) this.staged = null;
    else this.chosen = null;
  }

  #cards(): Held[] {
    void this.#client.dressed;
    const counts = new Map<string, number>();
    const held = this.hand.map((code) => {
      const nth = counts.get(code) ?? 0;
      counts.set(code, nth + 1);
      const look = this.#client.looks.inHand(code, nth);
      return { key: `${code}${look}`, code, look };
    });
    const leaving = Object.values(this.staged?.seats ?? {}).map((guest) => guest.split('=')[0]);
    for (const code of leaving) {
      const chosen = held.findIndex((card) => card.code === code && card.look === this.staged?.look);
      const at = chosen >= 0 ? chosen : held.findIndex((card) => card.code === code);
      if (at >= 0) held.splice(at, 1);
    }
    return held;
  }

  #follow(hint: string): void {
    const advice = parse(hint);
    if ('guest' in advice) this.chosen = this.cards.find((card) => card.code === advice.guest.code) ?? null;
    if (advice.kind === 'draw' || advice.kind === 'bar' || advice.kind === 'party') tell(t(`table.hint.${advice.kind}`));
  }

  #drop(target: Target | null): void {
    const { chosen } = this;
    if (!target || !chosen) this.chosen = this.#chosenBefore;
    else if (target.kind === 'seat') void this.sit(target.cell);
    else if (target.kind === 'bar') {
      if (this.bar) this.toBar();
      else void this.#client.act([`bar ${chosen.code}`]);
    } else {
      // One gesture: whoever is set down on the table gives the party, if there is only one way to do so.
      const ways = (this.parties.get(target.cell) ?? []).filter((one) => one.action.includes(` ${chosen.code}`));
      const [only, ...others] = ways;
      if (only && others.length === 0) this.celebrate(only.action, only.points);
      else this.partyAt = target.cell;
    }
  }

  /** The server knows best why not: it is asked, and says which table is in the way. */
  async #tryAnyway(code: string, seat: string): Promise<void> {
    if (this.#scene().seated[seat]) tell(faultText('seat_taken'));
    else await this.#client.act([`${code}@${seat}`]);
    this.refusedSeat = seat;
    setTimeout(() => (this.refusedSeat = null), SHAKE_MS);
  }
}
