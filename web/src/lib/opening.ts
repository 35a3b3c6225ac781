import { go } from './router.svelte';
import { enter } from './visitor.svelte';
import { api } from './wire/http';
import type { NewTable } from './wire/wire';

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

/** What one adds to the deal, so that nobody decides about the cards alone. */
export function share(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
