import { storage } from '../api/storage';
import type { RoomEvent } from '../api/wire';

/** A line that was said at the table. */
export interface ChatMessage {
  n: number;
  at: number;
  player: number;
  text: string;
}

export function chatMessages(happened: readonly RoomEvent[], quiet: ReadonlySet<number>): ChatMessage[] {
  return happened.flatMap((one) => (one.type === 'chat' && !quiet.has(one.player) ? [{ n: one.number, at: one.at, player: one.player, text: one.text }] : []));
}

/** How many lines of others came after the last one that was read. */
export function countUnread(lines: readonly ChatMessage[], readUpTo: number, mine: number | null): number {
  return lines.filter((line) => line.n > readUpTo && line.player !== mine).length;
}

const kept = (table: string): string => `cafe.quiet.${table}`;

/** Seats whose words one does not want to see, on this device. */
export function loadMuted(table: string): Set<number> {
  const seats = storage.getJson(kept(table));
  return new Set(Array.isArray(seats) ? seats.filter((one): one is number => typeof one === 'number') : []);
}

export function saveMuted(table: string, seats: ReadonlySet<number>): void {
  if (seats.size === 0) storage.remove(kept(table));
  else storage.setJson(kept(table), [...seats]);
}
