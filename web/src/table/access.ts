import { setVisitor } from '../api/visitor.svelte';
import { api, ApiError } from '../api/http';
import type { RoomView } from '../api/wire';

/** What keeps somebody out for good; everything else passes. */
const final: ReadonlySet<string> = new Set(['not_identified', 'not_found', 'spectators_off']);

/** Looks into a room from the door: a socket would only be refused, again and again, without saying why. */
export async function loadRoom(id: string, visitor: string): Promise<RoomView> {
  const found = await api.room(id);
  const belongs = found.host === visitor || found.occupants.some((seat) => seat.visitor === visitor || seat.reserved_for === visitor);
  if (found.started && !found.options.spectators && !belongs) throw new ApiError('spectators_off', 'the table is for its players only');
  return found;
}

/** Why the door stays closed, if that is for good. */
export async function accessDeniedReason(id: string): Promise<string | null> {
  try {
    // Into most rooms everybody may look, but a socket is for those whom the café knows.
    const who = await api.me();
    setVisitor(who);
    await loadRoom(id, who.visitor);
    return null;
  } catch (fault) {
    const code = fault instanceof ApiError ? fault.code : 'unknown';
    if (!final.has(code)) return null;
    if (code === 'not_identified') setVisitor(null);
    return code;
  }
}
