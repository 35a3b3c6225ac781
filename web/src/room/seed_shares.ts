import { storage } from '../api/storage';
import type { StoredShare } from '../game/deal_proof';
import { hexadecimalOf } from '../game/hexadecimal';
import type { RoomRequest } from '../source/source';
import type { RoomView, ServerMessage } from '../api/messages';

const STORAGE_KEY = 'cafe.deals';
const MAX_STORED = 50;

function loadShares(): Record<string, StoredShare> {
  return (storage.getJson(STORAGE_KEY) ?? {}) as Record<string, StoredShare>;
}

function saveShares(shares: [room: string, share: StoredShare][]): void {
  storage.setJson(STORAGE_KEY, Object.fromEntries(shares.slice(-MAX_STORED)));
}

/** This device's share of a room's seed, with the commitment that the server had shown. */
export function storedShare(room: string): StoredShare | null {
  return loadShares()[room] ?? null;
}

/** For a player who leaves before the deal: the share is not part of the seed then. */
export function forgetShare(room: string): void {
  const shares = Object.entries(loadShares());
  const others = shares.filter(([id]) => id !== room);
  if (others.length < shares.length) saveShares(others);
}

/**
 * Takes a seat with a share of the seed, so that no party decides about the deal alone. An accepted share is stored with
 * the server's commitment, to verify the deal after the game. A repeated request sends the stored share, because the
 * server keeps the first one.
 */
export async function takeSeat(client: { request: (request: RoomRequest) => Promise<ServerMessage> }, room: Pick<RoomView, 'id' | 'commitment'>, player: number): Promise<ServerMessage> {
  const share = storedShare(room.id)?.share ?? hexadecimalOf(crypto.getRandomValues(new Uint8Array(32)));
  const answer = await client.request({ type: 'take_seat', player, share });
  if (answer.type === 'update' && answer.events.some((event) => event.type === 'seat_taken' && event.player === player)) {
    const others = Object.entries(loadShares()).filter(([id]) => id !== room.id);
    saveShares([...others, [room.id, { commitment: room.commitment, share }]]);
  }
  return answer;
}
