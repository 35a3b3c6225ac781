import { PROTOCOL_VERSION, type GameView, type RoomView, type ServerMessage } from '../api/messages';
import { parseEvent, parseView } from '../api/parse';
import type * as Wire from '../api/wire';
import type { GameSource, RoomRequest, SourceListener } from '../source/source';

/** For tests: a source whose messages and answers the test decides. */
export class FakeSource implements GameSource {
  readonly sent: RoomRequest[] = [];
  closed = false;
  #listener: SourceListener | null = null;
  #number = 0;
  readonly #resolvers: ((answer: ServerMessage) => void)[] = [];

  /** Given to a client as its way to connect. */
  readonly connect = (listener: SourceListener): GameSource => {
    this.#listener = listener;
    return this;
  };

  request(request: RoomRequest): Promise<ServerMessage> {
    this.sent.push(request);
    return new Promise((resolve) => this.#resolvers.push(resolve));
  }

  reconnectNow(): void {}

  close(): void {
    this.closed = true;
    for (const resolve of this.#resolvers.splice(0)) resolve(refused('closed'));
  }

  receive(message: ServerMessage): void {
    this.#listener?.onMessage(message);
  }

  welcome(visitor: string): void {
    this.receive({ type: 'welcome', protocol: PROTOCOL_VERSION, now: Date.now(), visitor });
  }

  update(change: { events?: RoomEventBody[]; room?: RoomView; view?: GameView } = {}): ServerMessage {
    const events = (change.events ?? []).map((event) => parseEvent({ number: ++this.#number, at: 0, ...event } as Wire.RoomEvent));
    if (events.length === 0) this.#number += 1;
    const message: ServerMessage = { type: 'update', number: this.#number, ...change, events };
    this.receive(message);
    return message;
  }

  deny(code: string): void {
    this.close();
    this.#listener?.onDenied?.(code);
  }

  /** Answers the oldest request. */
  answer(message: ServerMessage): void {
    this.#resolvers.shift()?.(message);
  }
}

/** An event as the server sends it, with its action in notation. */
export type RoomEventBody = Wire.RoomEvent extends infer Event ? (Event extends Wire.RoomEvent ? Omit<Event, 'number' | 'at'> : never) : never;

export function refused(code: string, tables: string[] = []): ServerMessage {
  return { type: 'refused', id: 1, code, message: '', tables };
}

/** Ann, player 0, against Ben. */
export function fakeRoom(game: 'card' | 'board' = 'card'): RoomView {
  return { id: 't', options: { game, undo: true }, occupants: [{ name: 'Ann', visitor: 'a' }, { name: 'Ben', visitor: 'b' }] } as unknown as RoomView;
}

/** Ann's view of a card game in which it is her turn. */
export function fakeView(change: Partial<Wire.GameView> = {}): GameView {
  return parseView({
    player: 0, seq: 5, turn: 0, placed: 0, pending: [], tables: { b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' }, seated: {}, scores: [0, 0],
    penalties: [8, 14], totals: [-8, -14], unseatable: [],
    hands: [['FRf', 'RUf', 'RUm', 'RUm'], null], hand_sizes: [4, 7], down_sizes: [0, 0], down: [[], null], guest_stock: 80, table_stock: 19, unseen: [],
    tables_left: [], bar: [], bar_values: [1, 2], eliminated: [], deadline: null, can_undo: false, undo_vote: null, end_vote: null, nudge_at: null, claim_at: null, result: null,
    legal: [{ action: 'RUm@b5', points: {} }, { action: 'RUf@a4', points: {} }, { action: 'FRf@c4', points: { c3: 2 } }],
    ...change,
  });
}

/** Lets promises and their callbacks run. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
