import { go } from './router.svelte';
import { enter } from './visitor.svelte';
import { hexadecimalOf, type Kept } from './fair_deal';
import { api } from './wire/http';
import type { NewTable, RoomShown } from './wire/wire';

/** Tables that this page opened itself: whoever opened one sits down there without being asked again. */
const own = new Map<string, { start: boolean }>();

export function opened(id: string): { start: boolean } | undefined {
  return own.get(id);
}

export async function open(table: NewTable, start: boolean): Promise<void> {
  await enter();
  const room = await api.open(table);
  own.set(room.id, { start });
  go(`/t/${room.id}`);
}

/** One tap: you against the house. */
export function startWithHouse(game: 'card' | 'board'): Promise<void> {
  return open({ options: { game, players: 2, hints: true, undo: true }, bots: [{ seat: 1, level: 'casual' }] }, true);
}

const KEPT = 'cafe.deals';
const KEPT_DEALS = 50;

function keptDeals(): Record<string, Kept> {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? '{}') ?? {}) as Record<string, Kept>;
  } catch {
    return {};
  }
}

/**
 * What one adds to the deal, so that nobody decides about the cards alone. It is kept here together with the seal that the
 * house showed: after the game one sees whether they are still the same.
 */
export function share(room: Pick<RoomShown, 'id' | 'commitment'>): string {
  const made = hexadecimalOf(crypto.getRandomValues(new Uint8Array(32)));
  const deals = Object.entries(keptDeals()).filter(([id]) => id !== room.id);
  deals.push([room.id, { commitment: room.commitment, share: made }]);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(deals.slice(-KEPT_DEALS))));
  return made;
}

export function keptOf(id: string): Kept | null {
  return keptDeals()[id] ?? null;
}
