import { formatGuest, type Action } from '../api/notation';

/** The guests that an action seats: seat → guest, a joker with its nation. */
export function seatings(action: Action): Record<string, string> {
  const seated = action.kind === 'party' ? action.guests : action.kind === 'seat' || action.kind === 'swap' ? [action] : [];
  return Object.fromEntries(seated.map(({ seat, guest }) => [seat, formatGuest(guest)]));
}
