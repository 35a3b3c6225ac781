import { guest, isNation } from './game/notation';
import { t } from './i18n/i18n.svelte';

export function nationName(nation: string): string {
  return isNation(nation) ? t(`nation.${nation}`) : nation;
}

export function guestName(code: string): string {
  const who = guest(code);
  if (!who.nation) return t(`joker.${who.sex}`);
  return t(`guest.${who.sex}`, { nation: t(`nation.${who.nation}`) });
}
