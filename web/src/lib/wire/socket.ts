import type { Asked, Tell } from './wire';

/** What one can ask, without the number that the line gives it. */
type Without<T> = T extends unknown ? Omit<T, 'id'> : never;
export type Ask = Without<Asked>;

export type LineState = 'opening' | 'open' | 'waiting' | 'ended';

/** Who hears what is told over a line, and how the line is. */
export interface Ears {
  tell: (tell: Tell) => void;
  state: (state: LineState) => void;
}

/** What a table asks: a line to the server, or a lesson. */
export interface Asking {
  ask(ask: Ask): Promise<Tell>;
  hurry(): void;
  end(): void;
}

/** As much of a WebSocket as the line needs, so that a test can be one. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LineOptions extends Ears {
  connect: (last: number) => Wire;
  /** Milliseconds until the given attempt (from 1). */
  backoff?: (attempt: number) => number;
}

const PING_MS = 25_000;
const SILENCE_MS = 40_000;

/** Half a second, then twice as long each time up to 15 s, with some chance so that not all come back at once. */
export function backoff(attempt: number): number {
  return Math.min(15_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}

/**
 * One table's line to the server. It comes back by itself, names the last number it saw, and asks everything again
 * that was not answered: the server plays nothing twice, because every action names the moment that it answers.
 */
export class Line implements Asking {
  #options: LineOptions;
  #wire: Wire | null = null;
  #last = 0;
  #nextId = 1;
  #outbox = new Map<number, Asked>();
  #waiting = new Map<number, (tell: Tell) => void>();
  #attempt = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #ended = false;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#open();
  }

  /** Asks, now or when the line is back; the promise is kept by the answer. */
  ask(ask: Ask): Promise<Tell> {
    const id = this.#nextId++;
    const asked = { ...ask, id } as Asked;
    this.#outbox.set(id, asked);
    this.#send(asked);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Forgets what was seen and looks anew. */
  resync(): void {
    this.#last = 0;
    this.#wire?.close();
  }

  /** Tries at once instead of waiting: the network is back, or somebody looks at the page again. */
  hurry(): void {
    if (this.#wire || this.#ended) return;
    this.#open();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    clearInterval(this.#pulse);
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
    this.#options.state('ended');
  }

  get unanswered(): number {
    return this.#outbox.size;
  }

  #open(): void {
    clearTimeout(this.#again);
    this.#options.state('opening');
    const wire = this.#options.connect(this.#last);
    this.#wire = wire;
    let opened = false;
    wire.onopen = () => {
      opened = true;
      this.#attempt = 0;
      this.#heard = Date.now();
      this.#options.state('open');
      for (const asked of this.#outbox.values()) this.#send(asked);
      clearInterval(this.#pulse);
      this.#pulse = setInterval(() => this.#beat(), PING_MS);
    };
    wire.onmessage = (event) => {
      this.#heard = Date.now();
      if (typeof event.data === 'string') this.#hear(JSON.parse(event.data) as Tell);
    };
    wire.onclose = () => {
      if (this.#wire !== wire) return;
      this.#wire = null;
      clearInterval(this.#pulse);
      if (this.#ended) return;
      this.#attempt += 1;
      this.#options.state('waiting');
      const wait = opened ? 0 : (this.#options.backoff ?? backoff)(this.#attempt);
      this.#again = setTimeout(() => this.#open(), Math.max(wait, 300));
    };
  }

  #hear(tell: Tell): void {
    if (tell.tell === 'now') this.#last = tell.n;
    this.#options.tell(tell);
    if ('id' in tell && tell.id) {
      this.#outbox.delete(tell.id);
      this.#waiting.get(tell.id)?.(tell);
      this.#waiting.delete(tell.id);
    }
  }

  #send(asked: Asked): void {
    try {
      this.#wire?.send(JSON.stringify(asked));
    } catch {
      // It is not open yet, or no more: it stays in the outbox and goes when the line is back.
    }
  }

  #beat(): void {
    if (Date.now() - this.#heard > SILENCE_MS) this.#wire?.close();
    else this.#send({ do: 'ping', id: 0 });
  }
}

export function socketTo(table: string): (last: number) => Wire {
  return (last) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(table)}/socket?last=${last}`);
    return socket as unknown as Wire;
  };
}
