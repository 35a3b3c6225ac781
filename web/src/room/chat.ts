import type { RoomEvent } from '../api/messages';

export interface ChatMessage {
  /** Number of the entry. */
  n: number;
  at: number;
  player: number;
  text: string;
}

/** The chat of a room, without muted players. */
export function chatMessages(events: readonly RoomEvent[], muted: ReadonlySet<number>): ChatMessage[] {
  return events.flatMap((event) => (event.type === 'chat' && !muted.has(event.player) ? [{ n: event.number, at: event.at, player: event.player, text: event.text }] : []));
}

/** Messages of other players after entry `readUpTo`. */
export function countUnread(messages: readonly ChatMessage[], readUpTo: number, ownPlayer: number | null): number {
  return messages.filter(({ n, player }) => n > readUpTo && player !== ownPlayer).length;
}
