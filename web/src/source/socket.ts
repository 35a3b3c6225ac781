import type { ClientMessage, ServerMessage } from '../api/wire';

/** What one can ask, without the number that the line gives it. */
type Without<T> = T extends unknown ? Omit<T, 'id'> : never;
export type RoomRequest = Without<ClientMessage>;

export type ConnectionState = 'opening' | 'open' | 'waiting' | 'ended';

/** Who hears what is told over a line, and how the line is. */
export interface SourceListener {
  onMessage: (message: ServerMessage) => void;
  onState: (state: ConnectionState) => void;
  /** The door is closed to this visitor, and knocking again is of no use. */
  onDenied?: (code: string) => void;
}

/** What a table asks: a line to the server, or a lesson. */
export interface GameSource {
  request(request: RoomRequest): Promise<ServerMessage>;
  reconnectNow(): void;
  close(): void;
}

/** As much of a WebSocket as the line needs, so that a test can be one. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionOptions extends SourceListener {
  connect: (last: number) => SocketLike;
  /** Milliseconds until the given attempt (from 1). */
  backoff?: (attempt: number) => number;
  /** Why the door stays closed, if that is for good. A socket that is refused does not say. */
  why?: () => Promise<string | null>;
}

/** How often a line is asked whether it is still there although nobody wants anything. */
const PING_MS = 25_000;
/** How long an ask may be unanswered before the line is doubted, and how long a doubted line has to answer. */
const DOUBT_MS = 4_000;
const ANSWER_MS = 3_000;
/** How long a wire may take to open: without a network behind it, it would take minutes to say so. */
const OPENING_MS = 10_000;
/** After so many attempts in vain somebody asks at the door. */
const VAIN_ATTEMPTS = 3;
/** Shown out, in the protocol of sockets. */
const SHOWN_OUT = 1008;

/**
 * What could do something else when it is done a second time: nothing in it says which moment it answers. When the line
 * broke on the way nobody knows whether it arrived, so it is not asked again.
 */
const once: ReadonlySet<RoomRequest['type']> = new Set(['chat', 'react', 'remove', 'answer_undo']);

/** Half a second, then twice as long each time up to 15 s, with some chance so that not all come back at once. */
export function reconnectDelay(attempt: number): number {
  return Math.min(15_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}

/**
 * One table's line to the server. It comes back by itself, names the last number it saw, and asks everything again
 * that was not answered: the server plays nothing twice, because every action names the moment that it answers.
 */
export class SocketSource implements GameSource {
  #options: ConnectionOptions;
  #wire: SocketLike | null = null;
  #opened = false;
  /** When the wire in use was begun. */
  #begun = 0;
  #last = 0;
  #nextId = 1;
  #outbox = new Map<number, ClientMessage>();
  #waiting = new Map<number, (tell: ServerMessage) => void>();
  /** What of the outbox went out over the wire in use; and what was under way when a wire before it broke. */
  #sent = new Set<number>();
  #adrift = new Set<number>();
  #attempt = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#open();
  }

  /** Asks, now or when the line is back; the promise is kept by the answer. */
  request(request: RoomRequest): Promise<ServerMessage> {
    const id = this.#nextId++;
    const asked = { ...request, id } as ClientMessage;
    this.#outbox.set(id, asked);
    const answer = new Promise<ServerMessage>((resolve) => this.#waiting.set(id, resolve));
    if (this.#opened) this.#send(id, asked);
    return answer;
  }

  /** Forgets what was seen and looks anew. */
  resync(): void {
    this.#last = 0;
    if (this.#wire) this.#lose(this.#wire);
  }

  /** The network is back, or somebody looks at the page again: tries at once instead of waiting, and doubts what is open. */
  reconnectNow(): void {
    if (this.#ended) return;
    if (!this.#wire) this.#open();
    else if (this.#opened) this.#ping();
    else if (Date.now() - this.#begun >= ANSWER_MS) {
      this.#lose(this.#wire);
      this.#open();
    }
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    if (this.#wire) this.#lose(this.#wire);
    this.#options.onState('ended');
  }

  get unanswered(): number {
    return this.#outbox.size;
  }

  #open(): void {
    clearTimeout(this.#again);
    this.#options.onState('opening');
    const wire = this.#options.connect(this.#last);
    this.#wire = wire;
    this.#begun = Date.now();
    this.#opening = setTimeout(() => this.#lose(wire), OPENING_MS);
    wire.onopen = () => {
      clearTimeout(this.#opening);
      this.#opened = true;
      this.#attempt = 0;
      this.#options.onState('open');
      for (const [id, asked] of this.#outbox) if (!this.#adrift.has(id) || !once.has(asked.type)) this.#send(id, asked);
      this.#pulse = setInterval(() => this.#ping(), PING_MS);
    };
    wire.onmessage = (event) => {
      clearTimeout(this.#probe);
      this.#probe = undefined;
      if (typeof event.data === 'string') this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    wire.onclose = ({ code }) => this.#closed(wire, code);
  }

  /** Nothing is expected from this wire any more. It may take minutes to find out by itself; nobody waits for that. */
  #lose(wire: SocketLike): void {
    this.#closed(wire, null);
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  #closed(wire: SocketLike, code: number | null): void {
    if (this.#wire !== wire) return;
    const wasOpen = this.#opened;
    for (const id of this.#sent) this.#adrift.add(id);
    this.#rest();
    if (this.#ended) return;
    this.#attempt += 1;
    this.#options.onState('waiting');
    const wait = wasOpen ? 0 : (this.#options.backoff ?? reconnectDelay)(this.#attempt);
    this.#again = setTimeout(() => this.#open(), Math.max(wait, 300));
    if (code === SHOWN_OUT || (!wasOpen && this.#attempt >= VAIN_ATTEMPTS)) void this.#askWhy();
  }

  /** No wire is in use. */
  #rest(): void {
    this.#wire = null;
    this.#opened = false;
    this.#sent.clear();
    clearTimeout(this.#opening);
    clearTimeout(this.#doubt);
    clearTimeout(this.#probe);
    clearInterval(this.#pulse);
    this.#doubt = this.#probe = undefined;
  }

  async #askWhy(): Promise<void> {
    const code = (await this.#options.why?.()) ?? null;
    if (code === null || this.#ended) return;
    this.close();
    this.#options.onDenied?.(code);
  }

  #hear(tell: ServerMessage): void {
    if (tell.type === 'update') this.#last = tell.number;
    this.#options.onMessage(tell);
    if ('id' in tell && tell.id) {
      this.#answer(tell.id, tell);
      this.#overtaken(tell.id);
    }
    // The first look after a break shows what arrived before it: whoever asked can see for themselves.
    if (tell.type === 'update') this.#settle([...this.#adrift].filter((id) => !this.#sent.has(id)), 'unsure');
  }

  #answer(id: number, tell: ServerMessage): void {
    const answered = this.#waiting.get(id);
    this.#outbox.delete(id);
    this.#sent.delete(id);
    this.#adrift.delete(id);
    this.#waiting.delete(id);
    answered?.(tell);
  }

  /** Answers are told in order. What was asked before something that is answered now, and is not, was turned away: too much at once. */
  #overtaken(by: number): void {
    // Advice takes its time.
    this.#settle([...this.#sent].filter((id) => id < by && this.#outbox.get(id)?.type !== 'hint'), 'too_fast');
  }

  /** Says of asks that nothing will come of them. */
  #settle(ids: readonly number[], code: string): void {
    for (const id of ids) this.#answer(id, { type: 'refused', id, code, message: '', tables: [] });
  }

  #send(id: number, asked: ClientMessage): void {
    try {
      this.#wire?.send(JSON.stringify(asked));
      this.#sent.add(id);
      this.#doubt ??= setTimeout(() => this.#wonder(), DOUBT_MS);
    } catch {
      // It is open no more: it stays in the outbox and goes when the line is back.
    }
  }

  /** Something has been unanswered for a while: a network can be gone without a word. */
  #wonder(): void {
    this.#doubt = undefined;
    if (this.#sent.size === 0) return;
    this.#ping();
    this.#doubt = setTimeout(() => this.#wonder(), DOUBT_MS);
  }

  #ping(): void {
    const wire = this.#wire;
    if (!wire || !this.#opened || this.#probe !== undefined) return;
    this.#probe = setTimeout(() => this.#lose(wire), ANSWER_MS);
    try {
      wire.send(JSON.stringify({ type: 'ping', id: this.#nextId++ } satisfies ClientMessage));
    } catch {
      // It is open no more, and says so at once.
    }
  }
}

export function openSocketTo(table: string): (last: number) => SocketLike {
  return (last) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/rooms/${encodeURIComponent(table)}/socket?last=${last}`);
    return socket as unknown as SocketLike;
  };
}
