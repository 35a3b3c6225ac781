import { parseGuest, isNation } from './notation';
import { t } from '../i18n/i18n.svelte';

export function nationName(nation: string): string {
  return isNation(nation) ? t(`nation.${nation}`) : nation;
}

export function guestName(code: string): string {
  const who = parseGuest(code);
  if (!who.nation) return t(`joker.${who.sex}`);
  return t(`guest.${who.sex}`, { nation: t(`nation.${who.nation}`) });
}

/** What the tile itself says: a traveller stays one, whoever they sit for. */
export function tileName(code: string): string {
  const who = parseGuest(code);
  return who.joker && who.nation ? t('joker.as', { joker: t(`joker.${who.sex}`), nation: nationName(who.nation) }) : guestName(code);
}

/** With the letters that are on the tile, so that who speaks to the page can say what is seen. */
export function labelledGuestName(code: string): string {
  const { nation } = parseGuest(code);
  return nation ? `${nation} · ${guestName(code)}` : guestName(code);
}
