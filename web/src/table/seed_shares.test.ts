import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ask } from '../source/socket';
import type { ServerMessage } from '../api/wire';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
const { forgetShare, keptOf, sitDown } = await import('./seed_shares');

const room = { id: 't', commitment: 'seal' };

/** A house that answers like this, and notes which shares it was sent. */
function house(...answers: ServerMessage[]) {
  const shares: string[] = [];
  const ask = async (ask: Ask): Promise<ServerMessage> => {
    if (ask.type === 'take_seat') shares.push(ask.share ?? '');
    return answers.shift() ?? { type: 'done', id: 1 };
  };
  return { ask, shares };
}

const sat: ServerMessage = { type: 'update', number: 4, id: 1, events: [{ number: 4, at: 0, type: 'seat_taken', player: 0, name: 'Ann' }] };
const returned: ServerMessage = { type: 'update', number: 4, id: 1, events: [{ number: 4, at: 0, type: 'player_returned', player: 0 }] };
const taken: ServerMessage = { type: 'refused', id: 1, code: 'player_taken', message: '', tables: [] };

beforeEach(() => stored.clear());

describe('what one adds to the deal', () => {
  test('is kept when the house takes it, with the seal that it showed', async () => {
    const at = house(sat);
    await sitDown(at, room, 0);
    expect(at.shares[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keptOf('t')).toEqual({ commitment: 'seal', share: at.shares[0] });
  });

  test('stays what it was for one who asks for the chair once more', async () => {
    const at = house(sat);
    await sitDown(at, room, 0);
    const first = keptOf('t');
    await sitDown(at, room, 0);
    expect(keptOf('t')).toEqual(first);
  });

  test('is the first one after a double tap', async () => {
    const at = house(sat);
    await Promise.all([sitDown(at, room, 0), sitDown(at, room, 0)]);
    expect(keptOf('t')?.share).toBe(at.shares[0]);
  });

  test.each([
    ['the chair was taken', taken],
    ['one sat there already, on another device', { type: 'done', id: 1 } as const],
    ['one only came back to it', returned],
  ])('is not kept if %s', async (_, answer) => {
    await sitDown(house(answer), room, 0);
    expect(keptOf('t')).toBeNull();
  });

  test('is nothing for one who stood up before the deal', async () => {
    await sitDown(house(sat), room, 0);
    await sitDown(house(sat), { ...room, id: 'other' }, 0);
    forgetShare('t');
    expect([keptOf('t'), keptOf('other')?.commitment]).toEqual([null, 'seal']);
  });
});
