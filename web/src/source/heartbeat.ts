/** Interval of pings on an idle connection. */
const IDLE_PING_MS = 25_000;
/** A connection is probed when a request has waited this long for an answer. */
const SLOW_ANSWER_MS = 4_000;
/** A probed connection is given up when nothing arrives within this time. */
export const PROBE_TIMEOUT_MS = 3_000;

export interface HeartbeatOptions {
  ping: () => void;
  hasInFlight: () => boolean;
  onLost: () => void;
}

/** Finds out that a connection is dead. A network can disappear without closing the socket. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #idle: ReturnType<typeof setInterval> | undefined;
  #slowAnswer: ReturnType<typeof setTimeout> | undefined;
  #probeTimeout: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.#idle = setInterval(() => this.probe(), IDLE_PING_MS);
  }

  stop(): void {
    clearInterval(this.#idle);
    clearTimeout(this.#slowAnswer);
    clearTimeout(this.#probeTimeout);
    this.#slowAnswer = this.#probeTimeout = undefined;
  }

  requestSent(): void {
    this.#slowAnswer ??= setTimeout(() => this.#checkAnswers(), SLOW_ANSWER_MS);
  }

  /** Any message proves that the connection works. */
  messageReceived(): void {
    clearTimeout(this.#probeTimeout);
    this.#probeTimeout = undefined;
  }

  probe(): void {
    if (this.#probeTimeout !== undefined) return;
    this.#probeTimeout = setTimeout(() => this.#options.onLost(), PROBE_TIMEOUT_MS);
    this.#options.ping();
  }

  #checkAnswers(): void {
    this.#slowAnswer = undefined;
    if (!this.#options.hasInFlight()) return;
    this.probe();
    this.requestSent();
  }
}
