import { parseGuest, isNation } from '../api/notation';
import { t } from '../i18n/i18n.svelte';

export function nationName(nation: string): string {
  return isNation(nation) ? t(`nation.${nation}`) : nation;
}

export function guestName(code: string): string {
  const guest = parseGuest(code);
  if (!guest.nation) return t(`joker.${guest.sex}`);
  return t(`guest.${guest.sex}`, { nation: t(`nation.${guest.nation}`) });
}

/** The name of a tile: a seated joker stays a joker. */
export function tileName(code: string): string {
  const guest = parseGuest(code);
  return guest.joker && guest.nation ? t('joker.as', { joker: t(`joker.${guest.sex}`), nation: nationName(guest.nation) }) : guestName(code);
}

/** The name with the letters on the tile, so that speech control users can say what they see. */
export function labelledGuestName(code: string): string {
  const { nation } = parseGuest(code);
  return nation ? `${nation} · ${guestName(code)}` : guestName(code);
}
