import { parseGuest, isNation } from '../api/notation';
import { formatList, t } from '../i18n/i18n.svelte';

export function nationName(nation: string): string {
  return isNation(nation) ? t(`nation.${nation}`) : nation;
}

/** `Italian table`. */
export function tableName(nation: string): string {
  return isNation(nation) ? t(`cafeTable.${nation}`) : nation;
}

/** `at the Italian table`. */
export function atTable(nation: string): string {
  return isNation(nation) ? t(`atCafeTable.${nation}`) : nation;
}

/** `at the Italian table and at the French table`. */
export function atTables(nations: readonly string[]): string {
  return formatList(nations.map(atTable));
}

/** `Italian lady`. A seated joker is a guest of its nation. */
export function guestName(code: string): string {
  const { nation, sex } = parseGuest(code);
  return nation ? t(`guest.${nation}${sex}`) : t(`joker.${sex}`);
}

/** The name of a tile: a seated joker stays a joker. */
export function tileName(code: string): string {
  const { joker, nation } = parseGuest(code);
  return joker && nation ? t('joker.as', { guest: guestName(code) }) : guestName(code);
}

/** The name with the letters on the tile, so that speech control users can say what they see. */
export function labelledTileName(code: string): string {
  const { nation } = parseGuest(code);
  return nation ? t('guest.label', { letters: nation, guest: tileName(code) }) : tileName(code);
}
