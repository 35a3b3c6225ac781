import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RoomRequest } from '../source/socket';
import type { GameView, RoomEvent, RoomView, ServerMessage } from '../api/wire';

// Settings are kept in the browser; here there is none.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { TableClient } = await import('./table_client.svelte');
const { currentNotice, announcements } = await import('../ui/notices.svelte');

const room = { id: 't', options: {}, occupants: [{ name: 'Ann', visitor: 'a' }, { name: 'Ben', visitor: 'b' }] } as unknown as RoomView;
const refused = (code: string, tables: string[] = []): ServerMessage => ({ type: 'refused', id: 1, code, message: '', tables });
const chat = (n: number, player: number, text: string): RoomEvent => ({ number: n, at: 0, type: 'chat', player, text });

/** A table at which Ann sits, and what the house says there. */
function table() {
  const asked: RoomRequest[] = [];
  const answers: ((tell: ServerMessage) => void)[] = [];
  let send: (message: ServerMessage) => void = () => {};
  const client = new TableClient('t', (listener) => {
    send = listener.onMessage;
    const request = (request: RoomRequest): Promise<ServerMessage> => {
      asked.push(request);
      return new Promise((resolve) => answers.push(resolve));
    };
    return { request, reconnectNow: () => {}, close: () => {} };
  });
  send({ type: 'welcome', protocol: 1, now: 0, visitor: 'a' });
  send({ type: 'update', number: 1, events: [], room });
  const hear = (...happened: RoomEvent[]): void => send({ type: 'update', number: happened.at(-1)?.number ?? 0, events: happened });
  return { client, asked, hear, send: (message: ServerMessage) => send(message), answer: (told: ServerMessage) => answers.shift()?.(told) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const aloud = (): string[] => announcements().map((one) => one.text);

describe('what is said at a table', () => {
  test('is read out one after the other, however quickly it comes', () => {
    const { hear } = table();
    hear(chat(2, 1, 'Hello'));
    hear(chat(3, 1, 'Coffee?'));
    expect(aloud()).toEqual(['Ben says: “Hello”', 'Ben says: “Coffee?”']);
  });

  test('is not read out if one does not want to hear it', () => {
    const { client, hear } = table();
    client.setMuted(1, true);
    hear(chat(2, 1, 'Hurry up!'));
    expect(aloud()).toEqual([]);
    client.setMuted(1, false);
    hear(chat(3, 1, 'Sorry'));
    expect(aloud()).toEqual(['Ben says: “Sorry”']);
  });

  test('was heard if it is among what happened while the source was down', async () => {
    const { client, hear, answer } = table();
    const told = client.sendChat('Hello');
    hear(chat(2, 0, 'Hello'));
    answer(refused('unsure'));
    expect(await told).toBe(true);
    expect(currentNotice()).toBeNull();
  });

  test.each([
    ['nothing was heard', []],
    ['somebody else said the same', [chat(2, 1, 'Hello')]],
  ])('was perhaps not heard if the source broke and %s: then one is asked to look', async (_, happened) => {
    const { client, hear, answer } = table();
    const told = client.sendChat('Hello');
    hear(...happened);
    answer(refused('unsure'));
    expect(await told).toBe(false);
    expect(currentNotice()?.text).toContain('The line broke');
  });

  test('needs no word if it was only a gesture', async () => {
    const { client, answer } = table();
    const waved = client.react('bravo');
    answer(refused('unsure'));
    await waved;
    expect(currentNotice()).toBeNull();
  });
});

describe('tables that are in the way', () => {
  test('are pointed at for as long after the second refusal as after the first', async () => {
    const { client, send, answer } = table();
    const view = { player: 0, seq: 5, turn: 0, tables: { b2: 'RU', d2: 'FR' }, seated: {}, hands: [[], null], hand_sizes: [0, 0], legal: [], result: null };
    send({ type: 'update', number: 2, events: [], view: view as unknown as GameView });
    for (const cell of ['b2', 'd2']) {
      void client.play([`RUm@${cell}`]);
      answer(refused('unbalanced', [cell]));
      await vi.advanceTimersByTimeAsync(1_000);
      expect([...client.faulty]).toEqual([cell]);
    }
    await vi.advanceTimersByTimeAsync(600);
    expect([...client.faulty]).toEqual([]);
  });
});
