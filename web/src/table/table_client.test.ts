import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ask } from '../source/socket';
import type { GameView, RoomEvent, RoomView, ServerMessage } from '../api/wire';

// Settings are kept in the browser; here there is none.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { TableClient } = await import('./table_client.svelte');
const { notice, said } = await import('../ui/notices.svelte');

const room = { id: 't', options: {}, occupants: [{ name: 'Ann', visitor: 'a' }, { name: 'Ben', visitor: 'b' }] } as unknown as RoomView;
const refused = (code: string, tables: string[] = []): ServerMessage => ({ type: 'refused', id: 1, code, message: '', tables });
const line = (n: number, seat: number, text: string): RoomEvent => ({ number: n, at: 0, type: 'chat', player: seat, text });

/** A table at which Ann sits, and what the house says there. */
function table() {
  const asked: Ask[] = [];
  const answers: ((tell: ServerMessage) => void)[] = [];
  let tell: (told: ServerMessage) => void = () => {};
  const client = new TableClient('t', (ears) => {
    tell = ears.tell;
    const ask = (ask: Ask): Promise<ServerMessage> => {
      asked.push(ask);
      return new Promise((resolve) => answers.push(resolve));
    };
    return { ask, hurry: () => {}, end: () => {} };
  });
  tell({ type: 'welcome', now: 0, visitor: 'a' });
  tell({ type: 'update', number: 1, events: [], room });
  const hear = (...happened: RoomEvent[]): void => tell({ type: 'update', number: happened.at(-1)?.number ?? 0, events: happened });
  return { client, asked, hear, tell: (told: ServerMessage) => tell(told), answer: (told: ServerMessage) => answers.shift()?.(told) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const aloud = (): string[] => said().map((one) => one.text);

describe('what is said at a table', () => {
  test('is read out one after the other, however quickly it comes', () => {
    const { hear } = table();
    hear(line(2, 1, 'Hello'));
    hear(line(3, 1, 'Coffee?'));
    expect(aloud()).toEqual(['Ben says: “Hello”', 'Ben says: “Coffee?”']);
  });

  test('is not read out if one does not want to hear it', () => {
    const { client, hear } = table();
    client.hush(1, true);
    hear(line(2, 1, 'Hurry up!'));
    expect(aloud()).toEqual([]);
    client.hush(1, false);
    hear(line(3, 1, 'Sorry'));
    expect(aloud()).toEqual(['Ben says: “Sorry”']);
  });

  test('was heard if it is among what happened while the line was down', async () => {
    const { client, hear, answer } = table();
    const told = client.say('Hello');
    hear(line(2, 0, 'Hello'));
    answer(refused('unsure'));
    expect(await told).toBe(true);
    expect(notice()).toBeNull();
  });

  test.each([
    ['nothing was heard', []],
    ['somebody else said the same', [line(2, 1, 'Hello')]],
  ])('was perhaps not heard if the line broke and %s: then one is asked to look', async (_, happened) => {
    const { client, hear, answer } = table();
    const told = client.say('Hello');
    hear(...happened);
    answer(refused('unsure'));
    expect(await told).toBe(false);
    expect(notice()?.text).toContain('The line broke');
  });

  test('needs no word if it was only a gesture', async () => {
    const { client, answer } = table();
    const waved = client.wave('bravo');
    answer(refused('unsure'));
    await waved;
    expect(notice()).toBeNull();
  });
});

describe('tables that are in the way', () => {
  test('are pointed at for as long after the second refusal as after the first', async () => {
    const { client, tell, answer } = table();
    const scene = { player: 0, seq: 5, turn: 0, tables: { b2: 'RU', d2: 'FR' }, seated: {}, hands: [[], null], hand_sizes: [0, 0], legal: [], result: null };
    tell({ type: 'update', number: 2, events: [], view: scene as unknown as GameView });
    for (const cell of ['b2', 'd2']) {
      void client.act([`RUm@${cell}`]);
      answer(refused('unbalanced', [cell]));
      await vi.advanceTimersByTimeAsync(1_000);
      expect([...client.faulty]).toEqual([cell]);
    }
    await vi.advanceTimersByTimeAsync(600);
    expect([...client.faulty]).toEqual([]);
  });
});
