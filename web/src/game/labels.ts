import { formatList, formatNumber, formatPoints, t } from '../i18n/i18n.svelte';
import { labelledTileName, nationName, tableName, tileName } from './names';
import type { GameView } from '../api/messages';
import { formatTablePoints, type Offer } from './offers';
import { guestsAt, type FloorPlan } from './floor_plan';

/** The letters of tables that a guest would open: `RU · FR`. */
function openedLetters(offer: Offer): string {
  return offer.opens.join(' · ');
}

/** The label of a seat whose tables are all empty: `then +4`, or `opens RU · FR` if no other guest can follow. */
export function openerLabel(offer: Offer): string {
  if (offer.followUp !== null) return t('cafe.then', { points: formatPoints(offer.followUp) });
  return t('cafe.opens', { letters: openedLetters(offer) });
}

/** Explains the points of an offer: `RU 3×2 · FR 2`, or `opens RU · FR`. */
export function offerLabel(offer: Offer): string {
  if (offer.points !== 0) return formatTablePoints(offer.shares);
  return offer.followUp === null ? openerLabel(offer) : t('cafe.opensThen', { points: formatPoints(offer.followUp), letters: openedLetters(offer) });
}

/** A seat in words: where it is, its guest or its offer. */
export function seatLabel(view: Pick<GameView, 'tables' | 'seated'>, plan: FloorPlan, seat: string, offer: Offer | undefined, staged?: string, arriving?: string): string {
  const where = { seat, nations: formatList(plan.tablesAt(seat).map((table) => nationName(view.tables[table] ?? ''))) };
  if (arriving) return t('seat.arriving', { ...where, guest: labelledTileName(arriving) });
  const guest = staged ?? view.seated[seat];
  if (guest) return t(offer?.kind === 'swap' ? 'seat.swap' : 'seat.taken', { ...where, guest: labelledTileName(guest) });
  if (!offer) return t('seat.free', where);
  // The visible words and numbers, so that speech control users can say them.
  if (offer.points === 0 && offer.followUp !== null) return t('seat.opensThen', { ...where, points: formatPoints(0), then: formatPoints(offer.followUp), letters: openedLetters(offer) });
  if (offer.points === 0) return t('seat.opens', { ...where, points: formatPoints(0), letters: openedLetters(offer) });
  return t('seat.pays', { ...where, points: formatPoints(offer.points), why: formatTablePoints(offer.shares) });
}

/** Scores side by side, the own one first: `62 : 51`. */
export function formatScores(scores: readonly number[], player: number | null): string {
  const own = player === null ? [] : scores.slice(player, player + 1);
  const others = scores.filter((_, i) => i !== player);
  return [...own, ...others].map(formatNumber).join(' : ');
}

/** A place at the bar in words, counted from 0: its guest or its points. */
export function barLabel(view: GameView, place: number): string {
  const n = place + 1;
  const guest = view.bar[place];
  if (guest) return t('bar.taken', { n, guest: tileName(guest) });
  const value = view.bar_values[place] ?? 0;
  return value < 0 ? t('bar.costs', { n, points: -value }) : t('bar.pays', { n, points: value });
}

/** A table in words: its nation, its guests, the number of free seats. */
export function tableLabel(view: Pick<GameView, 'tables' | 'seated'>, plan: FloorPlan, table: string, party: boolean): string {
  const guests = plan.seatsOf(table).flatMap((seat) => (view.seated[seat] ? [tileName(view.seated[seat])] : []));
  const nation = view.tables[table] ?? '';
  return t('cafeTable.label', {
    party: party ? 'yes' : 'no',
    letters: nation,
    cell: table,
    table: tableName(nation),
    seated: guests.length,
    guests: formatList(guests),
    free: plan.seatsOf(table).length - guestsAt(plan, table, view.seated),
  });
}
