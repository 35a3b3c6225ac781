import { formatGuest, parseAction } from './notation';

/** The guests that an action seats: seat → guest, a joker with its nation. */
export function seatings(action: string): Record<string, string> {
  const parsed = parseAction(action);
  const seated = parsed.kind === 'party' ? parsed.guests : parsed.kind === 'seat' || parsed.kind === 'swap' ? [parsed] : [];
  return Object.fromEntries(seated.map(({ seat, guest }) => [seat, formatGuest(guest)]));
}
