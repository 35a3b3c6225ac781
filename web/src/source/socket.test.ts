import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SocketSource, type ConnectionState, type SocketLike } from './socket';
import type { ClientMessage, ServerMessage } from '../api/wire';

class FakeWire implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: ClientMessage[] = [];
  open = false;
  /** There is no network behind it any more, and nobody has said so. */
  dead = false;
  constructor(readonly last: number) {}
  accept(): void {
    this.open = true;
    this.onopen?.();
  }
  say(tell: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(tell) });
  }
  send(text: string): void {
    if (!this.open) throw new Error('not open');
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(code = 1006): void {
    this.open = false;
    if (!this.dead) this.onclose?.({ code });
  }
  /** The last thing that came over it. */
  get heard(): ClientMessage | undefined {
    return this.sent.at(-1);
  }
}

function cafe(why?: () => Promise<string | null>) {
  const wires: FakeWire[] = [];
  const states: ConnectionState[] = [];
  const shut: string[] = [];
  const source = new SocketSource({
    connect: (last) => {
      const wire = new FakeWire(last);
      wires.push(wire);
      return wire;
    },
    onMessage: () => {},
    onState: (state) => states.push(state),
    onDenied: (code) => shut.push(code),
    backoff: () => 1_000,
    ...(why ? { why } : {}),
  });
  return { source, wires, states, shut, wire: () => wires.at(-1)! };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the line', () => {
  test('a tap while the source is down is sent when it is back', async () => {
    const { source, wire } = cafe();
    const answer = source.request({ type: 'play', seq: 3, actions: ['draw'] });
    expect(wire().sent).toEqual([]);
    wire().accept();
    expect(wire().sent).toEqual([{ type: 'play', seq: 3, actions: ['draw'], id: 1 }]);
    wire().say({ type: 'done', id: 1 });
    await expect(answer).resolves.toEqual({ type: 'done', id: 1 });
    expect(source.unanswered).toBe(0);
  });

  test('what was not answered is asked again, with the same moment', () => {
    const { source, wire, wires } = cafe();
    wire().accept();
    wire().say({ type: 'update', number: 12, events: [] });
    void source.request({ type: 'play', seq: 3, actions: ['draw'] });
    wire().close();
    vi.advanceTimersByTime(1_000);
    expect(wires).toHaveLength(2);
    expect(wire().last).toBe(12);
    wire().accept();
    expect(wire().sent).toEqual([{ type: 'play', seq: 3, actions: ['draw'], id: 1 }]);
  });

  test('what was answered is not asked again', () => {
    const { source, wire } = cafe();
    wire().accept();
    void source.request({ type: 'start' });
    wire().say({ type: 'update', number: 1, id: 1, events: [] });
    wire().close();
    vi.advanceTimersByTime(1_000);
    wire().accept();
    expect(wire().sent).toEqual([]);
  });

  test('a source that was ended stays down', () => {
    const { source, wires, states } = cafe();
    wires[0]!.accept();
    source.close();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toBe('ended');
  });

  test('a fresh look asks for everything', () => {
    const { source, wire } = cafe();
    wire().accept();
    wire().say({ type: 'update', number: 12, events: [] });
    source.resync();
    vi.advanceTimersByTime(1_000);
    expect(wire().last).toBe(0);
  });
});

/** A source over which everything went well so far. */
function sound(why?: () => Promise<string | null>) {
  const at = cafe(why);
  at.wire().accept();
  at.wire().say({ type: 'update', number: 12, events: [] });
  return at;
}

describe('a network that is gone without a word', () => {
  test('is found out some seconds after an ask, and the ask goes over a new wire', async () => {
    const { source, wire, wires, states } = sound();
    wire().dead = true;
    const answer = source.request({ type: 'play', seq: 3, actions: ['draw'] });
    vi.advanceTimersByTime(4_000);
    expect(wires[0]!.heard).toMatchObject({ type: 'ping' });
    expect(states.at(-1)).toBe('open');
    vi.advanceTimersByTime(3_000);
    expect(states.at(-1)).toBe('waiting');
    vi.advanceTimersByTime(300);
    wire().accept();
    expect([wires.length, wire().last, wire().sent]).toEqual([2, 12, [{ type: 'play', seq: 3, actions: ['draw'], id: 1 }]]);
    wire().say({ type: 'done', id: 1 });
    await expect(answer).resolves.toEqual({ type: 'done', id: 1 });
  });

  test('is found out when the device says that it has a network again, or somebody looks at the page', () => {
    const { source, wire, wires } = sound();
    wire().dead = true;
    source.reconnectNow();
    expect(wire().heard).toMatchObject({ type: 'ping' });
    vi.advanceTimersByTime(3_300);
    expect(wires).toHaveLength(2);
  });

  test('is found out by itself in less than half a minute', () => {
    const { wire, wires } = sound();
    wire().dead = true;
    vi.advanceTimersByTime(28_300);
    expect(wires).toHaveLength(2);
  });

  test('is not suspected as long as anything is heard', () => {
    const { source, wire, wires } = sound();
    for (let minutes = 0; minutes < 3; minutes += 1) {
      source.reconnectNow();
      vi.advanceTimersByTime(2_900);
      wire().say({ type: 'presence', online: [true], spectators: 0 });
      vi.advanceTimersByTime(22_000);
    }
    wire().say({ type: 'done', id: 99 });
    vi.advanceTimersByTime(2_000);
    expect(wires).toHaveLength(1);
  });

  test('does not keep a wire opening for minutes', () => {
    const { source, wire, wires } = cafe();
    wire().dead = true;
    vi.advanceTimersByTime(11_000);
    expect(wires).toHaveLength(2);
    wire().dead = true;
    // One who comes back does not wait for it either, but gives it a moment.
    source.reconnectNow();
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(3_000);
    source.reconnectNow();
    expect(wires).toHaveLength(3);
  });

  test('says nothing more once it is given up, even if its last words arrive', () => {
    const { source, wire, wires, states } = sound();
    const [first] = wires;
    first!.dead = true;
    source.reconnectNow();
    vi.advanceTimersByTime(3_300);
    wire().accept();
    first!.dead = false;
    first!.close();
    expect([wires.length, states.at(-1)]).toEqual([2, 'open']);
  });
});

describe('what could be done twice', () => {
  test('a source of talk that was under way when the source broke is not said again, and whoever said it can see for themselves', async () => {
    const { source, wire } = sound();
    const answer = source.request({ type: 'chat', text: 'Hello' });
    wire().close();
    vi.advanceTimersByTime(300);
    wire().accept();
    expect(wire().sent).toEqual([]);
    expect(source.unanswered).toBe(1);
    wire().say({ type: 'update', number: 13, events: [{ number: 13, at: 0, type: 'chat', player: 0, text: 'Hello' }] });
    await expect(answer).resolves.toMatchObject({ type: 'refused', code: 'unsure' });
    expect(source.unanswered).toBe(0);
  });

  test('a source of talk that never went out is said when the source is back', () => {
    const { source, wire } = sound();
    wire().close();
    void source.request({ type: 'chat', text: 'Hello' });
    vi.advanceTimersByTime(300);
    wire().accept();
    expect(wire().sent).toEqual([{ type: 'chat', text: 'Hello', id: 1 }]);
    wire().say({ type: 'update', number: 12, events: [] });
    expect(source.unanswered).toBe(1);
  });

  test('what the house turned away because it was too much at once is known as soon as something later is answered', async () => {
    const { source, wire } = sound();
    const answer = source.request({ type: 'chat', text: 'Hello' });
    wire().say({ type: 'refused', id: 0, code: 'too_fast', message: '', tables: [] });
    vi.advanceTimersByTime(4_000);
    wire().say({ type: 'done', id: wire().heard?.id ?? 0 });
    await expect(answer).resolves.toMatchObject({ type: 'refused', code: 'too_fast' });
  });

  test('advice may take longer than what was asked after it', () => {
    const { source, wire } = sound();
    void source.request({ type: 'hint', seq: 3 });
    vi.advanceTimersByTime(4_000);
    wire().say({ type: 'done', id: wire().heard?.id ?? 0 });
    expect(source.unanswered).toBe(1);
  });
});

describe('a door that stays closed', () => {
  test('whoever is shown out for good is told why, and the source ends', async () => {
    const { wire, wires, shut, states } = sound(async () => 'not_identified');
    wire().close(1008);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([shut, states.at(-1)]).toEqual([['not_identified'], 'ended']);
    expect(wires.length).toBeLessThanOrEqual(2);
  });

  test('after some attempts in vain somebody asks at the door, and goes on if nothing is wrong there', async () => {
    const asked = vi.fn(async () => null);
    const { wire, shut } = cafe(asked);
    for (let attempts = 0; attempts < 3; attempts += 1) {
      expect(asked).not.toHaveBeenCalled();
      wire().close();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(asked).toHaveBeenCalledOnce();
    wire().accept();
    expect(shut).toEqual([]);
  });

  test('a source that only broke asks nobody', async () => {
    const asked = vi.fn(async () => 'not_identified');
    const { wire } = sound(asked);
    wire().close(1001);
    await vi.advanceTimersByTimeAsync(300);
    wire().accept();
    expect(asked).not.toHaveBeenCalled();
  });
});
