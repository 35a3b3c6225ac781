import { navigate } from '../../app/router.svelte';
import { asVisitor } from '../../api/visitor.svelte';
import { api } from '../../api/http';
import type { GameKind } from '../../game/kinds';
import type { NewRoomBody } from '../../api/messages';

/** What the host wants to do in a room that this page has opened. The host takes the first seat in any case. */
interface Intent {
  /** To start the game at once, without showing the lobby. */
  start: boolean;
}

const intents = new Map<string, Intent>();

/** The intent for a room, once: on a later visit the host has taken the seat, or left it. */
export function takeIntent(id: string): Intent | null {
  const intent = intents.get(id) ?? null;
  intents.delete(id);
  return intent;
}

export async function openRoom(body: NewRoomBody, intent: Intent): Promise<void> {
  const room = await asVisitor(() => api.openRoom(body));
  intents.set(room.id, intent);
  navigate(`/t/${room.id}`);
}

/** Whether the visitor has not played yet, as the server told the home page. */
let isNewcomer = false;

export function setNewcomer(isNew: boolean): void {
  isNewcomer = isNew;
}

/** Opens a game against one bot and starts it. A newcomer's first deal is a friendly one. */
export function startBotGame(game: GameKind): Promise<void> {
  const friendly_deal = isNewcomer;
  isNewcomer = false;
  return openRoom({ options: { game, players: 2, hints: true, undo: true, friendly_deal }, bots: [{ player: 1, level: 'casual' }] }, { start: true });
}
