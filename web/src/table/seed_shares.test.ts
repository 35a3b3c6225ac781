import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RoomRequest } from '../source/source';
import type { ServerMessage } from '../api/wire';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
const { forgetShare, storedShare, takeSeat } = await import('./seed_shares');

const room = { id: 't', commitment: 'seal' };

/** A house that answers like this, and notes which shares it was sent. */
function house(...answers: ServerMessage[]) {
  const shares: string[] = [];
  const request = async (request: RoomRequest): Promise<ServerMessage> => {
    if (request.type === 'take_seat') shares.push(request.share ?? '');
    return answers.shift() ?? { type: 'done', id: 1 };
  };
  return { request, shares };
}

const sat: ServerMessage = { type: 'update', number: 4, id: 1, events: [{ number: 4, at: 0, type: 'seat_taken', player: 0, name: 'Ann' }] };
const returned: ServerMessage = { type: 'update', number: 4, id: 1, events: [{ number: 4, at: 0, type: 'player_returned', player: 0 }] };
const taken: ServerMessage = { type: 'refused', id: 1, code: 'player_taken', message: '', tables: [] };

beforeEach(() => stored.clear());

describe('what one adds to the deal', () => {
  test('is kept when the house takes it, with the seal that it showed', async () => {
    const at = house(sat);
    await takeSeat(at, room, 0);
    expect(at.shares[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(storedShare('t')).toEqual({ commitment: 'seal', share: at.shares[0] });
  });

  test('stays what it was for one who asks for the chair once more', async () => {
    const at = house(sat);
    await takeSeat(at, room, 0);
    const first = storedShare('t');
    await takeSeat(at, room, 0);
    expect(storedShare('t')).toEqual(first);
  });

  test('is the first one after a double tap', async () => {
    const at = house(sat);
    await Promise.all([takeSeat(at, room, 0), takeSeat(at, room, 0)]);
    expect(storedShare('t')?.share).toBe(at.shares[0]);
  });

  test.each([
    ['the chair was taken', taken],
    ['one sat there already, on another device', { type: 'done', id: 1 } as const],
    ['one only came back to it', returned],
  ])('is not kept if %s', async (_, answer) => {
    await takeSeat(house(answer), room, 0);
    expect(storedShare('t')).toBeNull();
  });

  test('is nothing for one who stood up before the deal', async () => {
    await takeSeat(house(sat), room, 0);
    await takeSeat(house(sat), { ...room, id: 'other' }, 0);
    forgetShare('t');
    expect([storedShare('t'), storedShare('other')?.commitment]).toEqual([null, 'seal']);
  });
});
