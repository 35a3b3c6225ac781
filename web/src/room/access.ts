import { api, ApiError } from '../api/http';
import { setVisitor } from '../api/visitor.svelte';
import type { RoomView } from '../api/messages';

/** Codes that trying again does not change. */
const finalCodes: ReadonlySet<string> = new Set(['not_identified', 'not_found', 'spectators_off']);

/** Loads a room over HTTP, which unlike a refused socket says why the visitor may not enter. */
export async function loadRoom(id: string, visitor: string): Promise<RoomView> {
  const room = await api.room(id);
  const belongs = room.host === visitor || room.occupants.some((occupant) => occupant.visitor === visitor || occupant.reserved_for === visitor);
  if (room.started && !room.options.spectators && !belongs) throw new ApiError('spectators_off', 'the room has no spectators');
  return room;
}

/** Returns the error code if access is denied for good; null if it is allowed or the error is temporary. */
export async function accessDeniedReason(id: string): Promise<string | null> {
  try {
    // A room can be loaded without an identity, but a socket needs one.
    const visitor = await api.me();
    setVisitor(visitor);
    await loadRoom(id, visitor.visitor);
    return null;
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'unknown';
    if (!finalCodes.has(code)) return null;
    if (code === 'not_identified') setVisitor(null);
    return code;
  }
}
