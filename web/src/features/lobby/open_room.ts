import { navigate } from '../../app/router.svelte';
import { asVisitor } from '../../api/visitor.svelte';
import { api } from '../../api/http';
import type { NewRoomBody } from '../../api/wire';

/** What whoever opened a table wanted there. */
interface Wish {
  /** To begin at once. */
  start: boolean;
}

/** Tables that this page opened itself: whoever opened one sits down there without being asked again. */
const own = new Map<string, Wish>();

/** What was wanted at this table, once: who comes back to it later has sat there, or stood up. */
export function takeIntent(id: string): Wish | null {
  const wish = own.get(id) ?? null;
  own.delete(id);
  return wish;
}

export async function openRoom(table: NewRoomBody, start: boolean): Promise<void> {
  const room = await asVisitor(() => api.openRoom(table));
  own.set(room.id, { start });
  navigate(`/t/${room.id}`);
}

/** One tap: you against the house. */
export function startBotGame(game: 'card' | 'board'): Promise<void> {
  return openRoom({ options: { game, players: 2, hints: true, undo: true }, bots: [{ player: 1, level: 'casual' }] }, true);
}
