import { formatList, formatNumber, formatPoints, t } from '../i18n/i18n.svelte';
import { guestName, nationName, labelledGuestName } from './names';
import type { GameView } from '../api/messages';
import { formatTablePoints, type Offer } from './offers';
import { guestsAt, type FloorPlan } from './floor_plan';

/** The tables of a seat and its number at each, counted in reading order: `Russia 2 and France 1`. */
function seatPosition(view: Pick<GameView, 'tables'>, plan: FloorPlan, seat: string): string {
  return formatList(plan.tablesAt(seat).map((table) => `${nationName(view.tables[table] ?? '')} ${formatNumber(plan.seatsOf(table).indexOf(seat) + 1)}`));
}

/** The label of a seat whose tables are all empty: `opens RU · FR`. */
export function openerLabel(offer: Offer): string {
  return t('table.opens', { nation: offer.opens.join(' · ') });
}

/** Explains the points of an offer: `RU 3×2 · FR 2`, or `opens RU · FR`. */
export function offerLabel(offer: Offer): string {
  return offer.points === 0 ? openerLabel(offer) : formatTablePoints(offer.shares);
}

/** A seat in words: where it is, its guest or its offer. */
export function seatLabel(view: Pick<GameView, 'tables' | 'seated'>, plan: FloorPlan, seat: string, offer: Offer | undefined, staged?: string, arriving?: string): string {
  const where = t('seat.where', { seat, tables: seatPosition(view, plan, seat) });
  if (arriving) return t('seat.arriving', { where, guest: labelledGuestName(arriving) });
  const guest = staged ?? view.seated[seat];
  if (guest && offer?.kind === 'swap') return t('seat.swap', { where, guest: labelledGuestName(guest) });
  if (guest) return t('seat.taken', { where, guest: labelledGuestName(guest) });
  if (!offer) return t('seat.free', { where });
  // The visible words and numbers, so that speech control users can say them.
  if (offer.points === 0) return t('seat.opens', { where, points: formatPoints(0), opens: openerLabel(offer) });
  return t('seat.pays', { where, points: formatPoints(offer.points), why: formatTablePoints(offer.shares) });
}

/** A place at the bar in words, counted from 0: its guest or its points. */
export function barLabel(view: GameView, place: number): string {
  const n = place + 1;
  const guest = view.bar[place];
  if (guest) return t('bar.taken', { n, guest: guestName(guest) });
  const value = view.bar_values[place] ?? 0;
  return value < 0 ? t('bar.costs', { n, points: -value }) : t('bar.pays', { n, points: value });
}

/** A table in words: its nation, its guests, the number of free seats. */
export function tableLabel(view: Pick<GameView, 'tables' | 'seated'>, plan: FloorPlan, table: string, party: boolean): string {
  const guests = plan.seatsOf(table).flatMap((seat) => (view.seated[seat] ? [guestName(view.seated[seat])] : []));
  const letters = view.tables[table] ?? '';
  const label = t('cafeTable.label', {
    letters,
    cell: table,
    nation: nationName(letters),
    guests: guests.length > 0 ? guests.join('; ') : t('cafeTable.nobody'),
    free: plan.seatsOf(table).length - guestsAt(plan, table, view.seated),
  });
  return party ? `${letters} ${t('table.party')}. ${label}` : label;
}
