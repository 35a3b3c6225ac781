import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerMessage } from '../api/messages';
import type { RoomRequest } from '../source/source';

const storage = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, value: string) => storage.set(key, value) });
const { forgetShare, storedShare, takeSeat } = await import('./seed_shares');

const room = { id: 't', commitment: 'commitment' };

/** A client whose server gives these answers; it records the shares that were sent. */
function clientWith(...answers: ServerMessage[]) {
  const shares: string[] = [];
  const request = async (request: RoomRequest): Promise<ServerMessage> => {
    if (request.type === 'take_seat') shares.push(request.share ?? '');
    return answers.shift() ?? { type: 'done', id: 1 };
  };
  return { request, shares };
}

const seated: ServerMessage = { type: 'update', number: 4, id: 1, events: [{ number: 4, at: 0, type: 'seat_taken', player: 0, name: 'Ann' }] };
const returned: ServerMessage = { type: 'update', number: 4, id: 1, events: [{ number: 4, at: 0, type: 'player_returned', player: 0 }] };
const taken: ServerMessage = { type: 'refused', id: 1, code: 'player_taken', message: '', tables: [] };

beforeEach(() => storage.clear());

describe('share of the seed', () => {
  test('is stored with the commitment when accepted', async () => {
    const client = clientWith(seated);
    await takeSeat(client, room, 0);
    expect(client.shares[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(storedShare('t')).toEqual({ commitment: 'commitment', share: client.shares[0] });
  });

  test('stays the same when the seat is requested again', async () => {
    const client = clientWith(seated);
    await takeSeat(client, room, 0);
    const first = storedShare('t');
    await takeSeat(client, room, 0);
    expect(storedShare('t')).toEqual(first);
  });

  test('is the first one after a double tap', async () => {
    const client = clientWith(seated);
    await Promise.all([takeSeat(client, room, 0), takeSeat(client, room, 0)]);
    expect(storedShare('t')?.share).toBe(client.shares[0]);
  });

  test.each([
    ['the seat was taken', taken],
    ['the visitor had the seat on another device', { type: 'done', id: 1 } as const],
    ['the visitor only returned to the seat', returned],
  ])('is not stored if %s', async (_, answer) => {
    await takeSeat(clientWith(answer), room, 0);
    expect(storedShare('t')).toBeNull();
  });

  test('is forgotten for one room only', async () => {
    await takeSeat(clientWith(seated), room, 0);
    await takeSeat(clientWith(seated), { ...room, id: 'other' }, 0);
    forgetShare('t');
    expect([storedShare('t'), storedShare('other')?.commitment]).toEqual([null, 'commitment']);
  });
});
