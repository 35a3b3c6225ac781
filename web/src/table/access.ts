import { remember } from '../api/visitor.svelte';
import { api, Fault } from '../api/http';
import type { RoomView } from '../api/wire';

/** What keeps somebody out for good; everything else passes. */
const final: ReadonlySet<string> = new Set(['not_identified', 'not_found', 'spectators_off']);

/** Looks into a room from the door: a socket would only be refused, again and again, without saying why. */
export async function lookInto(id: string, visitor: string): Promise<RoomView> {
  const found = await api.table(id);
  const belongs = found.host === visitor || found.occupants.some((seat) => seat.visitor === visitor || seat.reserved_for === visitor);
  if (found.started && !found.options.spectators && !belongs) throw new Fault('spectators_off', 'the table is for its players only');
  return found;
}

/** Why the door stays closed, if that is for good. */
export async function whyShut(id: string): Promise<string | null> {
  try {
    // Into most rooms everybody may look, but a socket is for those whom the café knows.
    const who = await api.me();
    remember(who);
    await lookInto(id, who.visitor);
    return null;
  } catch (fault) {
    const code = fault instanceof Fault ? fault.code : 'unknown';
    if (!final.has(code)) return null;
    if (code === 'not_identified') remember(null);
    return code;
  }
}
