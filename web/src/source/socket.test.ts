import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION, type ClientMessage, type ServerMessage } from '../api/messages';
import type { SocketLike } from './room_socket';
import { SocketSource } from './socket';
import type { ConnectionState, RoomRequest } from './source';

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: ClientMessage[] = [];
  open = false;
  /** The network is gone, and the socket does not report it. */
  dead = false;
  constructor(readonly last: number) {}
  accept(): void {
    this.open = true;
    this.onopen?.();
  }
  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text: string): void {
    if (!this.open) throw new Error('not open');
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(code = 1006): void {
    this.open = false;
    if (!this.dead) this.onclose?.({ code });
  }
  get lastSent(): ClientMessage | undefined {
    return this.sent.at(-1);
  }
}

function connect(deniedReason?: () => Promise<string | null>) {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const denials: string[] = [];
  const messages: ServerMessage[] = [];
  const source = new SocketSource({
    connect: (last) => {
      const socket = new FakeSocket(last);
      sockets.push(socket);
      return socket;
    },
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    onDenied: (code) => denials.push(code),
    backoff: () => 1_000,
    ...(deniedReason ? { deniedReason } : {}),
  });
  return { source, sockets, states, denials, messages, socket: () => sockets.at(-1)! };
}

/** A source whose connection is open and has received an update. */
function connected(deniedReason?: () => Promise<string | null>) {
  const connection = connect(deniedReason);
  connection.socket().accept();
  connection.socket().receive({ type: 'update', number: 12, events: [] });
  return connection;
}

const draw: RoomRequest = { type: 'play', seq: 3, actions: ['draw'] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('reconnecting', () => {
  test('sends a request once the connection opens', async () => {
    const { source, socket } = connect();
    const answer = source.request(draw);
    expect(socket().sent).toEqual([]);
    socket().accept();
    expect(socket().sent).toEqual([{ ...draw, id: 1 }]);
    socket().receive({ type: 'done', id: 1 });
    await expect(answer).resolves.toEqual({ type: 'done', id: 1 });
    expect(source.unanswered).toBe(0);
  });

  test('sends an unanswered request again with the same seq', () => {
    const { source, socket, sockets } = connected();
    void source.request(draw);
    socket().close();
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(2);
    expect(socket().last).toBe(12);
    socket().accept();
    expect(socket().sent).toEqual([{ ...draw, id: 1 }]);
  });

  test('does not repeat an answered request', () => {
    const { source, socket } = connect();
    socket().accept();
    void source.request({ type: 'start' });
    socket().receive({ type: 'update', number: 1, id: 1, events: [] });
    socket().close();
    vi.advanceTimersByTime(1_000);
    socket().accept();
    expect(socket().sent).toEqual([]);
  });
});

describe('a dead connection', () => {
  test('is replaced when a request stays unanswered', async () => {
    const { source, socket, sockets, states } = connected();
    socket().dead = true;
    const answer = source.request(draw);
    vi.advanceTimersByTime(4_000);
    expect(sockets[0]!.lastSent).toMatchObject({ type: 'ping' });
    expect(states.at(-1)).toBe('open');
    vi.advanceTimersByTime(3_000);
    expect(states.at(-1)).toBe('waiting');
    vi.advanceTimersByTime(300);
    socket().accept();
    expect([sockets.length, socket().last, socket().sent]).toEqual([2, 12, [{ ...draw, id: 1 }]]);
    socket().receive({ type: 'done', id: 1 });
    await expect(answer).resolves.toEqual({ type: 'done', id: 1 });
  });

  test('is replaced after reconnectNow', () => {
    const { source, socket, sockets } = connected();
    socket().dead = true;
    source.reconnectNow();
    expect(socket().lastSent).toMatchObject({ type: 'ping' });
    vi.advanceTimersByTime(3_300);
    expect(sockets).toHaveLength(2);
  });

  test('is replaced within half a minute when idle', () => {
    const { socket, sockets } = connected();
    socket().dead = true;
    vi.advanceTimersByTime(28_300);
    expect(sockets).toHaveLength(2);
  });

  test('is not assumed while messages arrive', () => {
    const { source, socket, sockets } = connected();
    for (let round = 0; round < 3; round += 1) {
      source.reconnectNow();
      vi.advanceTimersByTime(2_900);
      socket().receive({ type: 'presence', online: [true], spectators: 0 });
      vi.advanceTimersByTime(22_000);
    }
    socket().receive({ type: 'done', id: 99 });
    vi.advanceTimersByTime(2_000);
    expect(sockets).toHaveLength(1);
  });

  test('does not keep a socket opening for minutes', () => {
    const { source, socket, sockets } = connect();
    socket().dead = true;
    vi.advanceTimersByTime(11_000);
    expect(sockets).toHaveLength(2);
    socket().dead = true;
    // A socket that has just been opened gets some time, even after reconnectNow.
    source.reconnectNow();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(3_000);
    source.reconnectNow();
    expect(sockets).toHaveLength(3);
  });

  test('is ignored once it has been replaced', () => {
    const { source, socket, sockets, states, messages } = connected();
    const [first] = sockets;
    first!.dead = true;
    source.reconnectNow();
    vi.advanceTimersByTime(3_300);
    socket().accept();
    first!.dead = false;
    first!.receive({ type: 'closing' });
    first!.close();
    expect([sockets.length, states.at(-1), messages.length]).toEqual([2, 'open', 1]);
  });
});

describe('a request that must not be repeated', () => {
  test('is refused as unsure if the connection broke in flight', async () => {
    const { source, socket } = connected();
    const answer = source.request({ type: 'chat', text: 'Hello' });
    socket().close();
    vi.advanceTimersByTime(300);
    socket().accept();
    expect(socket().sent).toEqual([]);
    expect(source.unanswered).toBe(1);
    socket().receive({ type: 'update', number: 13, events: [{ number: 13, at: 0, type: 'chat', player: 0, text: 'Hello' }] });
    await expect(answer).resolves.toMatchObject({ type: 'refused', code: 'unsure' });
    expect(source.unanswered).toBe(0);
  });

  test('is sent after a break if it was not in flight', () => {
    const { source, socket } = connected();
    socket().close();
    void source.request({ type: 'chat', text: 'Hello' });
    vi.advanceTimersByTime(300);
    socket().accept();
    expect(socket().sent).toEqual([{ type: 'chat', text: 'Hello', id: 1 }]);
    socket().receive({ type: 'update', number: 12, events: [] });
    expect(source.unanswered).toBe(1);
  });
});

describe('a request without an answer', () => {
  test('is refused as too fast when a later one is answered', async () => {
    const { source, socket } = connected();
    const answer = source.request({ type: 'chat', text: 'Hello' });
    socket().receive({ type: 'refused', id: 0, code: 'too_fast', message: '', tables: [] });
    vi.advanceTimersByTime(4_000);
    socket().receive({ type: 'done', id: socket().lastSent?.id ?? 0 });
    await expect(answer).resolves.toMatchObject({ type: 'refused', code: 'too_fast' });
  });

  test('may be a hint, which takes longer than later requests', () => {
    const { source, socket } = connected();
    void source.request({ type: 'hint', seq: 3 });
    vi.advanceTimersByTime(4_000);
    socket().receive({ type: 'done', id: socket().lastSent?.id ?? 0 });
    expect(source.unanswered).toBe(1);
  });
});

describe('a closed source', () => {
  test('does not reconnect', () => {
    const { source, sockets, states } = connected();
    source.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe('ended');
  });

  test('settles waiting requests as closed', async () => {
    const { source, socket } = connected();
    const inFlight = source.request(draw);
    socket().close();
    const unsent = source.request({ type: 'chat', text: 'Hello' });
    source.close();
    await expect(inFlight).resolves.toMatchObject({ type: 'refused', code: 'closed' });
    await expect(unsent).resolves.toMatchObject({ type: 'refused', code: 'closed' });
    expect(source.unanswered).toBe(0);
  });

  test('refuses new requests as closed', async () => {
    const { source } = connected();
    source.close();
    await expect(source.request({ type: 'start' })).resolves.toMatchObject({ type: 'refused', code: 'closed' });
  });
});

describe('a denied visitor', () => {
  test('ends the source with the reason', async () => {
    const { source, socket, sockets, denials, states } = connected(async () => 'not_identified');
    const answer = source.request({ type: 'start' });
    socket().close(1008);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([denials, states.at(-1)]).toEqual([['not_identified'], 'ended']);
    expect(sockets.length).toBeLessThanOrEqual(2);
    await expect(answer).resolves.toMatchObject({ code: 'closed' });
  });

  test('is looked up after three failed attempts', async () => {
    const deniedReason = vi.fn(async () => null);
    const { socket, denials } = connect(deniedReason);
    for (let attempts = 0; attempts < 3; attempts += 1) {
      expect(deniedReason).not.toHaveBeenCalled();
      socket().close();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(deniedReason).toHaveBeenCalledOnce();
    socket().accept();
    expect(denials).toEqual([]);
  });

  test('is not looked up when a connection breaks', async () => {
    const deniedReason = vi.fn(async () => 'not_identified');
    const { socket } = connected(deniedReason);
    socket().close(1001);
    await vi.advanceTimersByTimeAsync(300);
    socket().accept();
    expect(deniedReason).not.toHaveBeenCalled();
  });
});

describe('a server of another protocol version', () => {
  const welcome = (protocol: number): ServerMessage => ({ type: 'welcome', protocol, now: 0, visitor: 'a' });

  test('ends the source for good as outdated', async () => {
    const { source, socket, sockets, denials, states } = connect();
    const answer = source.request({ type: 'start' });
    socket().accept();
    socket().receive(welcome(PROTOCOL_VERSION + 1));
    vi.advanceTimersByTime(60_000);
    source.reconnectNow();
    expect([denials, states.at(-1), sockets.length]).toEqual([['outdated'], 'ended', 1]);
    await expect(answer).resolves.toMatchObject({ code: 'closed' });
  });

  test('delivers no message to the table', () => {
    const { socket, messages } = connect();
    socket().accept();
    socket().receive(welcome(PROTOCOL_VERSION + 1));
    socket().receive({ type: 'update', number: 1, events: [] });
    expect(messages).toEqual([]);
  });

  test('is not assumed without a version', () => {
    const { socket, messages, denials } = connect();
    socket().accept();
    socket().onmessage?.({ data: JSON.stringify({ type: 'welcome', now: 0, visitor: 'a' }) });
    expect([messages.length, denials]).toEqual([1, []]);
  });

  test('is no concern if the version is the same', () => {
    const { socket, messages, denials } = connect();
    socket().accept();
    socket().receive(welcome(PROTOCOL_VERSION));
    expect([messages.length, denials]).toEqual([1, []]);
  });
});
