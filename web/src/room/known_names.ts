import type { RoomView } from '../api/messages';

/** The names of visitors that this page has seen in rooms. A reserved seat names only the id of its visitor. */
const names = new Map<string, string>();

export function rememberNames(room: RoomView): void {
  for (const { visitor, name } of room.occupants) if (visitor !== null && name !== '') names.set(visitor, name);
}

/** The name of a visitor; null if this page has not seen it. */
export function knownName(visitor: string): string | null {
  return names.get(visitor) ?? null;
}
