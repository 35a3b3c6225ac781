import { remember } from './visitor.svelte';
import { api, Fault } from './wire/http';
import type { RoomShown } from './wire/wire';

/** What keeps somebody out for good; everything else passes. */
const final: ReadonlySet<string> = new Set(['who_are_you', 'not_found', 'watching_off']);

/** Looks into a room from the door: a socket would only be refused, again and again, without saying why. */
export async function lookInto(id: string, visitor: string): Promise<RoomShown> {
  const found = await api.table(id);
  const belongs = found.host === visitor || found.seats.some((seat) => seat.visitor === visitor || seat.kept_for === visitor);
  if (found.started && !found.options.watching && !belongs) throw new Fault('watching_off', 'the table is for its players only');
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
    if (code === 'who_are_you') remember(null);
    return code;
  }
}
