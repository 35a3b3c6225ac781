import { parseAction } from './notation';

/** Who sits where after an action: seat → guest, a traveller with the nation that they stand for. */
export function seatings(action: string): Record<string, string> {
  const meant = parseAction(action);
  const all = meant.kind === 'party' ? meant.guests : meant.kind === 'seat' || meant.kind === 'swap' ? [meant] : [];
  return Object.fromEntries(all.map(({ seat, guest }) => [seat, guest.joker && guest.nation ? `${guest.code}=${guest.nation}` : guest.code]));
}
