import { hexadecimalOf, type StoredShare } from '../game/deal_proof';
import type { RoomRequest } from '../source/source';
import type { RoomView, ServerMessage } from '../api/wire';

const KEPT = 'cafe.deals';
const KEPT_DEALS = 50;

function keptDeals(): Record<string, StoredShare> {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? '{}') ?? {}) as Record<string, StoredShare>;
  } catch {
    return {};
  }
}

function write(deals: [string, StoredShare][]): void {
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(deals.slice(-KEPT_DEALS))));
}

/** What this device added to the deal of a table, and the seal that the house had shown. */
export function storedShare(id: string): StoredShare | null {
  return keptDeals()[id] ?? null;
}

/** Who stands up before the deal has added nothing to it. */
export function forgetShare(id: string): void {
  const deals = Object.entries(keptDeals());
  const others = deals.filter(([one]) => one !== id);
  if (others.length < deals.length) write(others);
}

/**
 * Takes a chair, and adds to the deal, so that nobody decides about the cards alone. What was added is kept here together
 * with the seal that the house showed: after the game one sees whether they are still the same. Only what the house took is
 * kept, and one chair takes one share: who asks for it once more sits there already, with the first.
 */
export async function takeSeat(at: { request: (request: RoomRequest) => Promise<ServerMessage> }, room: Pick<RoomView, 'id' | 'commitment'>, seat: number): Promise<ServerMessage> {
  const share = storedShare(room.id)?.share ?? hexadecimalOf(crypto.getRandomValues(new Uint8Array(32)));
  const told = await at.request({ type: 'take_seat', player: seat, share });
  if (told.type === 'update' && told.events.some((one) => one.type === 'seat_taken' && one.player === seat)) {
    const others = Object.entries(keptDeals()).filter(([id]) => id !== room.id);
    write([...others, [room.id, { commitment: room.commitment, share }]]);
  }
  return told;
}
