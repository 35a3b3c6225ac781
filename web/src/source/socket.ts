import { reportProtocol } from '../api/protocol.svelte';
import type { ClientMessage, ServerMessage } from '../api/messages';
import { parseServerMessage } from '../api/parse';
import type * as Wire from '../api/wire';
import { Heartbeat, PROBE_TIMEOUT_MS } from './heartbeat';
import { Outbox } from './outbox';
import type { SocketLike } from './room_socket';
import { refusedMessage, type GameSource, type RoomRequest, type SourceListener } from './source';

export interface SocketSourceOptions extends SourceListener {
  /** Opens a socket; `last` is the number of the last entry that was received. */
  connect: (last: number) => SocketLike;
  /** Milliseconds until the given attempt (from 1). */
  backoff?: (attempt: number) => number;
  /** The code of a refusal that is final, or null if trying again may help. The browser hides why a socket was refused. */
  deniedReason?: () => Promise<string | null>;
}

/** Without a network a browser may take minutes to report that a socket cannot be opened. */
const OPEN_TIMEOUT_MS = 10_000;
/** Shortest pause before a new connection. */
const MIN_RECONNECT_MS = 300;
/** Failed attempts after which the reason is looked up. */
const ATTEMPTS_BEFORE_REASON = 3;
/** Close code "policy violation": the server ended the connection on purpose. */
const POLICY_VIOLATION = 1008;

/** Exponential from 0.5 s to 15 s. The random part spreads the clients of a restarted server. */
export function reconnectDelay(attempt: number): number {
  return Math.min(15_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}

/**
 * A room on a server, over a WebSocket. It reconnects by itself, names the last entry it has, and sends unanswered
 * requests again. The server plays nothing twice, because every action names the `seq` that it answers.
 */
export class SocketSource implements GameSource {
  readonly #options: SocketSourceOptions;
  readonly #outbox = new Outbox();
  readonly #heartbeat = new Heartbeat({
    ping: () => this.#ping(),
    hasInFlight: () => this.#outbox.hasInFlight,
    onLost: () => this.#abandon(),
  });
  #socket: SocketLike | null = null;
  #isOpen = false;
  #connectingSince = 0;
  /** Number of the last entry that was received. */
  #last = 0;
  /** Attempts since the last open connection. */
  #attempt = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(options: SocketSourceOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Requests that wait for an answer. */
  get unanswered(): number {
    return this.#outbox.size;
  }

  request(request: RoomRequest): Promise<ServerMessage> {
    if (this.#ended) return Promise.resolve(refusedMessage('closed'));
    const { message, answer } = this.#outbox.add(request);
    if (this.#isOpen) this.#send(message);
    return answer;
  }

  reconnectNow(): void {
    if (this.#ended) return;
    if (!this.#socket) this.#connect();
    else if (this.#isOpen) this.#heartbeat.probe();
    else if (Date.now() - this.#connectingSince >= PROBE_TIMEOUT_MS) {
      this.#abandon();
      this.#connect();
    }
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#reconnectTimer);
    this.#abandon();
    this.#options.onState('ended');
    this.#outbox.refuseAll('closed');
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer);
    this.#options.onState('opening');
    const socket = this.#options.connect(this.#last);
    this.#socket = socket;
    this.#connectingSince = Date.now();
    this.#openTimer = setTimeout(() => this.#abandon(), OPEN_TIMEOUT_MS);
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => {
      this.#heartbeat.messageReceived();
      if (typeof data === 'string') this.#receive(parseServerMessage(JSON.parse(data) as Wire.ServerMessage));
    };
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #opened(): void {
    clearTimeout(this.#openTimer);
    this.#isOpen = true;
    this.#attempt = 0;
    this.#options.onState('open');
    for (const message of this.#outbox.unsent()) this.#send(message);
    this.#heartbeat.start();
  }

  /** Gives the socket up without waiting for it to close: a dead one may take minutes. */
  #abandon(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    this.#closed(null);
    socket.close();
  }

  #closed(code: number | null): void {
    const wasOpen = this.#isOpen;
    this.#socket = null;
    this.#isOpen = false;
    this.#outbox.connectionLost();
    this.#heartbeat.stop();
    clearTimeout(this.#openTimer);
    if (this.#ended) return;
    this.#attempt += 1;
    this.#options.onState('waiting');
    const delay = wasOpen ? 0 : (this.#options.backoff ?? reconnectDelay)(this.#attempt);
    this.#reconnectTimer = setTimeout(() => this.#connect(), Math.max(delay, MIN_RECONNECT_MS));
    if (code === POLICY_VIOLATION || (!wasOpen && this.#attempt >= ATTEMPTS_BEFORE_REASON)) void this.#checkAccess();
  }

  async #checkAccess(): Promise<void> {
    const code = (await this.#options.deniedReason?.()) ?? null;
    if (code !== null) this.#deny(code);
  }

  #deny(code: string): void {
    if (this.#ended) return;
    this.close();
    this.#options.onDenied?.(code);
  }

  #receive(message: ServerMessage): void {
    // Messages of another protocol version could be misread, so none of them reaches the room's state.
    if (message.type === 'welcome' && !reportProtocol(message.protocol)) {
      this.#deny('outdated');
      return;
    }
    if (message.type === 'update') this.#last = message.number;
    this.#options.onMessage(message);
    this.#outbox.receive(message);
  }

  #send(message: ClientMessage): void {
    try {
      this.#socket?.send(JSON.stringify(message));
      this.#outbox.markInFlight(message);
      this.#heartbeat.requestSent();
    } catch {
      // The socket has just closed: the message stays in the outbox.
    }
  }

  #ping(): void {
    try {
      this.#socket?.send(JSON.stringify({ type: 'ping', id: this.#outbox.nextId() } satisfies ClientMessage));
    } catch {
      // The socket has just closed, and reports it by itself.
    }
  }
}
