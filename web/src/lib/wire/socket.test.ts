import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Line, type LineState, type Wire } from './socket';
import type { Asked, Tell } from './wire';

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Asked[] = [];
  open = false;
  constructor(readonly last: number) {}
  accept(): void {
    this.open = true;
    this.onopen?.();
  }
  say(tell: Tell): void {
    this.onmessage?.({ data: JSON.stringify(tell) });
  }
  send(text: string): void {
    if (!this.open) throw new Error('not open');
    this.sent.push(JSON.parse(text) as Asked);
  }
  close(): void {
    this.open = false;
    this.onclose?.();
  }
}

function cafe() {
  const wires: FakeWire[] = [];
  const states: LineState[] = [];
  const line = new Line({
    connect: (last) => {
      const wire = new FakeWire(last);
      wires.push(wire);
      return wire;
    },
    tell: () => {},
    state: (state) => states.push(state),
    backoff: () => 1_000,
  });
  return { line, wires, states, wire: () => wires.at(-1)! };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the line', () => {
  test('a tap while the line is down is sent when it is back', async () => {
    const { line, wire } = cafe();
    const answer = line.ask({ do: 'act', seq: 3, actions: ['draw'] });
    expect(wire().sent).toEqual([]);
    wire().accept();
    expect(wire().sent).toEqual([{ do: 'act', seq: 3, actions: ['draw'], id: 1 }]);
    wire().say({ tell: 'done', id: 1 });
    await expect(answer).resolves.toEqual({ tell: 'done', id: 1 });
    expect(line.unanswered).toBe(0);
  });

  test('what was not answered is asked again, with the same moment', () => {
    const { line, wire, wires } = cafe();
    wire().accept();
    wire().say({ tell: 'now', n: 12, happened: [] });
    void line.ask({ do: 'act', seq: 3, actions: ['draw'] });
    wire().close();
    vi.advanceTimersByTime(1_000);
    expect(wires).toHaveLength(2);
    expect(wire().last).toBe(12);
    wire().accept();
    expect(wire().sent).toEqual([{ do: 'act', seq: 3, actions: ['draw'], id: 1 }]);
  });

  test('what was answered is not asked again', () => {
    const { line, wire } = cafe();
    wire().accept();
    void line.ask({ do: 'start' });
    wire().say({ tell: 'now', n: 1, id: 1, happened: [] });
    wire().close();
    vi.advanceTimersByTime(1_000);
    wire().accept();
    expect(wire().sent).toEqual([]);
  });

  test('a line that was ended stays down', () => {
    const { line, wires, states } = cafe();
    wires[0]!.accept();
    line.end();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toBe('ended');
  });

  test('a fresh look asks for everything', () => {
    const { line, wire } = cafe();
    wire().accept();
    wire().say({ tell: 'now', n: 12, happened: [] });
    line.resync();
    vi.advanceTimersByTime(1_000);
    expect(wire().last).toBe(0);
  });
});
