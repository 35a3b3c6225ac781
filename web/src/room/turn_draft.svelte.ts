import { gameFacts } from '../api/game_facts';
import { untrack } from 'svelte';
import type { GameView, RoomView } from '../api/messages';
import { settings } from '../app/settings.svelte';
import { Drag, type DropTarget } from '../board/drag.svelte';
import { isExpectedView } from '../game/expected_view';
import { parseGuest, type Action } from '../api/notation';
import { barOffer, findLegal, offersFor, partiesByTable, seatableGuests, type Offer } from '../game/offers';
import { seatings } from '../game/seatings';
import { dismissNotice } from '../ui/notices.svelte';
import type { ArrivingGuest } from '../board/board_view';
import { handCards, type HandCard } from './hand_cards';
import type { KeyedText } from './keyed_text';
import type { RoomClient } from './room_client.svelte';

export type { ArrivingGuest } from '../board/board_view';

/** An action that waits for the player's confirmation. */
export interface Staged {
  action: Action;
  /** By seat: the guests that it would seat. */
  seats: Record<string, string>;
  look: number;
  points: number;
  /** Why it needs a confirmation. */
  why: KeyedText;
  /** Label of the button that confirms it. */
  confirm: KeyedText;
  /** The view when it was staged, and the pending moves at that time. */
  view: GameView;
  pendingMoves: number;
}

type StagedMessages = Pick<Staged, 'why' | 'confirm'> & Partial<Staged>;

const SHAKE_MS = 400;

/** What the player is about to do, from the first tap to the server's answer. */
export class TurnDraft {
  chosen = $state.raw<HandCard | null>(null);
  staged = $state.raw<Staged | null>(null);
  refusedSeat = $state<string | null>(null);
  /** The tables of which the player chooses a party; empty while that dialog is closed. */
  partyTables = $state.raw<readonly string[]>([]);
  /** The offers to choose from while the dialog of the joker's nation is open. */
  jokerChoices = $state.raw<Offer[]>([]);

  readonly drag: Drag;
  readonly #client: RoomClient;
  readonly #room: () => RoomView;
  readonly #view: () => GameView;
  /** The `seq` to which the draft was last adapted. */
  #seq = -1;
  #chosenBeforeDrag: HandCard | null = null;
  #shakeTimer: ReturnType<typeof setTimeout> | undefined;

  readonly isBoardGame = $derived.by(() => this.#room().options.game === 'board');
  readonly #facts = $derived.by(() => gameFacts[this.#room().options.game]);
  /** How many guests a turn may seat. */
  readonly placements = $derived.by(() => this.#facts.placementsPerTurn);
  readonly myTurn = $derived.by(() => this.#client.myTurn);
  readonly arriving = $derived.by((): Record<string, ArrivingGuest> => this.#arriving());
  readonly cards = $derived.by((): HandCard[] => this.#cards());
  /** Codes of the guests that can be seated now. */
  readonly seatable = $derived.by(() => seatableGuests(this.#view()));
  readonly bar = $derived.by(() => barOffer(this.#view(), this.chosen?.code ?? null));
  readonly offers = $derived.by((): Map<string, Offer> => this.#offers());
  readonly parties = $derived.by(() => partiesByTable(this.#view()));
  /** Whether a guest of this turn can be taken back, after the undos that are already on their way. */
  readonly canUndo = $derived.by(() => this.#canUndo());

  constructor(client: RoomClient, room: () => RoomView, view: () => GameView) {
    this.#client = client;
    this.#room = room;
    this.#view = view;
    this.drag = new Drag({
      allowed: () => this.myTurn && !this.staged,
      lift: (key) => {
        this.#chosenBeforeDrag = this.chosen;
        this.chosen = this.cards.find((card) => card.key === key) ?? null;
      },
      seats: () => new Set(this.offers.keys()),
      drop: (target) => this.#drop(target),
    });

    $effect(() => {
      void this.#view().seq;
      untrack(() => this.adapt());
    });

    $effect(() => {
      const action = client.hint?.actions[0];
      if (action) untrack(() => this.#chooseHinted(action));
    });
  }

  /** Adapts the draft to a changed view: drops an action that was staged for an earlier position, and a card that has left the hand. */
  adapt(): void {
    const view = this.#view();
    if (view.seq === this.#seq) return;
    this.#seq = view.seq;
    const { staged } = this;
    // The player's own pending moves were foreseen when the action was staged.
    const moves = staged ? view.seq - staged.view.seq : 0;
    if (staged && (moves > staged.pendingMoves || !isExpectedView(staged.view, view, moves))) this.staged = null;
    const { chosen } = this;
    if (chosen && !this.staged) this.chosen = this.cards.find((card) => card.key === chosen.key) ?? this.cards.find((card) => card.code === chosen.code) ?? null;
  }

  choose(card: HandCard): void {
    if (this.drag.wasDrag()) return;
    dismissNotice();
    this.staged = null;
    this.chosen = this.chosen?.key === card.key ? null : card;
  }

  /** Seats the chosen guest, or opens the choice of the joker's nation. */
  async seat(cell: string): Promise<void> {
    if (!this.chosen || !this.myTurn || this.staged) return;
    dismissNotice();
    const offer = this.offers.get(cell);
    if (!offer) await this.#trySeat(this.chosen, cell);
    else if (offer.choices.length > 1) this.jokerChoices = offer.choices;
    else await this.take(offer);
  }

  async take(offer: Offer): Promise<void> {
    this.jokerChoices = [];
    const { chosen } = this;
    if (!chosen) return;
    const messages = this.#confirmationOf(offer);
    if (messages && settings.confirm) {
      this.#stage(offer.action, { look: chosen.look, points: offer.points, ...messages });
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
    dismissNotice();
    const confirm: KeyedText = { key: 'turn.toBar', points: bar.points };
    // Elimination is always confirmed, even if confirmations are switched off.
    if (bar.eliminates) this.#stage(bar.action, { why: { key: 'turn.barOut' }, confirm });
    else this.#stageOrPlay(bar.action, { points: bar.points, why: { key: 'turn.barEnds' }, confirm });
  }

  /** Opens the choice of a party at one of these tables. */
  chooseParty(tables: readonly string[]): void {
    dismissNotice();
    this.partyTables = tables;
  }

  giveParty(action: Action, points: number): void {
    this.partyTables = [];
    this.#stageOrPlay(action, { points, why: { key: 'turn.partyEnds' }, confirm: { key: 'turn.throwParty' } });
    this.chosen = null;
  }

  /** Lays the chosen card face down. It is not chosen any more, even if the hand has another one of its kind. */
  layDown(): void {
    const { chosen } = this;
    if (!chosen) return;
    dismissNotice();
    this.chosen = null;
    void this.#client.play([`down ${chosen.code}`]);
  }

  closeCafe(): void {
    const close = findLegal(this.#view(), 'close');
    if (!close || this.staged) return;
    const why: KeyedText = close.result ? { key: 'turn.closeNow', scores: { final: close.result.final, player: this.#view().player } } : { key: 'turn.closeEnds' };
    this.#stageOrPlay(close.action, { why, confirm: { key: 'turn.close' } });
  }

  /** Takes back the last guest of this turn. Further taps do nothing: they would undo an earlier turn. */
  undo(): void {
    if (this.canUndo) void this.#client.undo();
  }

  /** Goes back one step: a drag, the staged action, or the chosen card. */
  cancel(): void {
    dismissNotice();
    if (this.drag.carried) {
      this.drag.cancel();
      this.chosen = this.#chosenBeforeDrag;
    } else if (this.staged) this.staged = null;
    else this.chosen = null;
  }

  #cards(): HandCard[] {
    const { player, hands } = this.#view();
    const hand = player === null ? [] : (hands[player] ?? []);
    const staged = Object.values(this.staged?.seats ?? {}).map((guest): ArrivingGuest => ({ guest, look: this.staged?.look ?? 0 }));
    const leaving = [...Object.values(this.arriving), ...staged].map(({ guest, look }) => ({ code: parseGuest(guest).code, look }));
    return handCards(hand, this.#client.looks, leaving);
  }

  #offers(): Map<string, Offer> {
    if (this.staged) return new Map();
    const offers = offersFor(this.#view(), this.chosen?.code ?? null);
    for (const seat of Object.keys(this.arriving)) offers.delete(seat);
    return offers;
  }

  /** Guests of pending actions, by seat. */
  #arriving(): Record<string, ArrivingGuest> {
    const { seated } = this.#view();
    const guests = this.#client.pending.flatMap(({ arriving }) => Object.entries(arriving));
    // The new view arrives a moment before the request is settled.
    return Object.fromEntries(guests.filter(([seat, { guest }]) => seated[seat] !== guest));
  }

  #canUndo(): boolean {
    const { placed, can_undo } = this.#view();
    const undos = this.#client.pending.filter(({ kind }) => kind === 'undo').length;
    return this.myTurn && can_undo && placed > 0 && placed + Object.keys(this.arriving).length > undos;
  }

  /** Why seating a guest needs a confirmation; null if it can be undone and the turn goes on. */
  #confirmationOf(offer: Offer): StagedMessages | null {
    if (offer.kind === 'swap') return { why: { key: 'turn.swapEnds' }, confirm: { key: 'turn.swap' } };
    // The table that replaces a full one is revealed, so this cannot be undone.
    if (this.#facts.clearsFullTables && offer.fills.length > 0) return { why: { key: 'turn.fillsTable' }, confirm: { key: 'turn.fillTable' } };
    const seated = this.#view().placed + Object.keys(this.arriving).length;
    if (seated === this.placements - 1) return { why: { key: 'turn.lastGuest' }, confirm: { key: 'turn.seatAndEnd' } };
    if (!this.#room().options.undo) return { why: { key: 'turn.noUndo' }, confirm: { key: 'turn.seatHere' } };
    return null;
  }

  #stage(action: Action, messages: StagedMessages): void {
    this.staged = { action, seats: seatings(action), look: 0, points: 0, view: this.#view(), pendingMoves: this.#client.pendingMoves, ...messages };
  }

  #stageOrPlay(action: Action, messages: StagedMessages): void {
    if (settings.confirm) this.#stage(action, messages);
    else {
      this.chosen = null;
      void this.#play(action, 0);
    }
  }

  async #play(action: Action, look: number): Promise<void> {
    const arriving = Object.entries(seatings(action)).map(([seat, guest]) => [seat, { guest, look }] as const);
    const accepted = await this.#client.play([action.notation], Object.fromEntries(arriving));
    // An action that was staged after a refused one relied on its result.
    if (!accepted && this.staged && this.staged.pendingMoves > 0) this.staged = null;
  }

  #chooseHinted(hinted: Action): void {
    if ('guest' in hinted) this.chosen = this.cards.find((card) => card.code === hinted.guest.code) ?? null;
  }

  #drop(target: DropTarget | null): void {
    const { chosen } = this;
    if (!target || !chosen) this.chosen = this.#chosenBeforeDrag;
    else if (target.kind === 'seat') void this.seat(target.cell);
    else if (target.kind === 'bar') {
      if (this.bar) this.toBar();
      else void this.#client.play([`bar ${chosen.code}`]);
    } else {
      // A guest that is dropped on a table gives the party, if there is only one with this guest.
      const parties = (this.parties.get(target.cell) ?? []).filter(({ action }) => action.guests.some(({ guest }) => guest.code === chosen.code));
      const [only, ...others] = parties;
      if (only && others.length === 0) this.giveParty(only.action, only.points);
      else this.chooseParty([target.cell]);
    }
  }

  /** Sends an action that is not offered: the server's refusal says why and names the tables in the way. */
  async #trySeat(card: HandCard, cell: string): Promise<void> {
    if (this.#view().seated[cell] || this.arriving[cell]) this.#client.refuse({ code: 'seat_taken', tables: [] });
    else {
      // The offers do not know the result of pending actions. The guest is shown on the seat meanwhile, as for an offer.
      const isShown = this.#client.pending.length > 0;
      if (isShown) this.chosen = null;
      if (await this.#client.play([`${card.code}@${cell}`], isShown ? { [cell]: { guest: card.code, look: card.look } } : {})) return;
    }
    this.refusedSeat = cell;
    clearTimeout(this.#shakeTimer);
    this.#shakeTimer = setTimeout(() => (this.refusedSeat = null), SHAKE_MS);
  }
}
