import type { ClientMessage, ServerMessage } from '../api/messages';
import { refusedMessage, type RoomRequest } from './source';

interface OutboxEntry {
  message: ClientMessage;
  resolve: (answer: ServerMessage) => void;
  /** Sent over the current connection and not answered yet. */
  inFlight: boolean;
  /** Was in flight when an earlier connection broke: it may have arrived. */
  uncertain: boolean;
}

/**
 * Requests whose repetition could have another effect, because no `seq` ties them to a moment of the game. They are not
 * sent again when the connection broke while they were in flight.
 */
const notRepeatable: ReadonlySet<RoomRequest['type']> = new Set(['chat', 'react', 'remove', 'answer_undo', 'propose_end', 'answer_end', 'claim_end']);

/** Requests from the moment they are made until they are answered, across connections. */
export class Outbox {
  readonly #entries = new Map<number, OutboxEntry>();
  #nextId = 1;

  get size(): number {
    return this.#entries.size;
  }

  get hasInFlight(): boolean {
    return [...this.#entries.values()].some((entry) => entry.inFlight);
  }

  nextId(): number {
    return this.#nextId++;
  }

  add(request: RoomRequest): { message: ClientMessage; answer: Promise<ServerMessage> } {
    const id = this.nextId();
    const message = { ...request, id } as ClientMessage;
    const answer = new Promise<ServerMessage>((resolve) => this.#entries.set(id, { message, resolve, inFlight: false, uncertain: false }));
    return { message, answer };
  }

  /** The messages to send when a connection opens, in order. */
  unsent(): ClientMessage[] {
    return [...this.#entries.values()].filter((entry) => !entry.uncertain || !notRepeatable.has(entry.message.type)).map((entry) => entry.message);
  }

  markInFlight(message: ClientMessage): void {
    const entry = this.#entries.get(message.id ?? 0);
    if (entry) entry.inFlight = true;
  }

  connectionLost(): void {
    for (const entry of this.#entries.values()) {
      entry.uncertain ||= entry.inFlight;
      entry.inFlight = false;
    }
  }

  /** Settles what a message answers, and what can no longer be answered after it. */
  receive(message: ServerMessage): void {
    if ('id' in message && message.id) {
      this.#settle(message.id, message);
      this.#refuseOvertaken(message.id);
    }
    // The first update of a new connection shows whether an uncertain request has arrived: the caller can look.
    if (message.type === 'update') this.#refuse((entry) => entry.uncertain && !entry.inFlight, 'unsure');
  }

  refuseAll(code: string): void {
    this.#refuse(() => true, code);
  }

  /**
   * The server answers in order and drops messages above its rate limit. A request that was sent before an answered one
   * and has no answer was dropped. Hints are exempt: they are computed beside the other requests.
   */
  #refuseOvertaken(by: number): void {
    this.#refuse((entry, id) => entry.inFlight && id < by && entry.message.type !== 'hint', 'too_fast');
  }

  #refuse(matches: (entry: OutboxEntry, id: number) => boolean, code: string): void {
    for (const [id, entry] of [...this.#entries]) if (matches(entry, id)) this.#settle(id, refusedMessage(code, id));
  }

  #settle(id: number, answer: ServerMessage): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.resolve(answer);
  }
}
