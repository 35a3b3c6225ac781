import { formatList, formatNumber, formatPoints, t } from '../i18n/i18n.svelte';
import { guestName, nationName, labelledGuestName } from './names';
import type { GameView } from '../api/wire';
import { formatTablePoints, type Offer } from './offers';
import { guestsAt, type FloorPlan } from './floor_plan';

/** `Russia 2 and France 1`: at which chair of which tables a seat stands, the chairs counted in reading order. */
function placed(view: Pick<GameView, 'tables'>, plan: FloorPlan, seat: string): string {
  return formatList(plan.tablesAt(seat).map((table) => `${nationName(view.tables[table] ?? '')} ${formatNumber(plan.seatsOf(table).indexOf(seat) + 1)}`));
}

/** `opens RU · FR`: what an opener's chair says. */
export function openerLabel(offer: Offer): string {
  return t('table.opens', { nation: offer.opens.join(' · ') });
}

/** `RU 3×2 · FR 2`, or `opens RU · FR`: why an offer pays what it pays. */
export function offerLabel(offer: Offer): string {
  return offer.points === 0 ? openerLabel(offer) : formatTablePoints(offer.shares);
}

/** A seat in words: where it stands, who sits there, what it would pay and why. */
export function seatLabel(view: Pick<GameView, 'tables' | 'seated'>, plan: FloorPlan, seat: string, offer: Offer | undefined, staged?: string, arriving?: string): string {
  const where = t('seat.where', { seat, tables: placed(view, plan, seat) });
  if (arriving) return t('seat.arriving', { where, guest: labelledGuestName(arriving) });
  const guest = staged ?? view.seated[seat];
  if (guest && offer?.kind === 'swap') return t('seat.swap', { where, guest: labelledGuestName(guest) });
  if (guest) return t('seat.taken', { where, guest: labelledGuestName(guest) });
  if (!offer) return t('seat.free', { where });
  // With the very words and numbers that are seen, so that who speaks to the page can say them.
  if (offer.points === 0) return t('seat.opens', { where, points: formatPoints(0), opens: openerLabel(offer) });
  return t('seat.pays', { where, points: formatPoints(offer.points), why: formatTablePoints(offer.shares) });
}

/** A place at the bar in words, counted from 0: who waits there, or what it pays or costs. */
export function barLabel(view: GameView, place: number): string {
  const n = place + 1;
  const guest = view.bar[place];
  if (guest) return t('bar.taken', { n, guest: guestName(guest) });
  const value = view.bar_values[place] ?? 0;
  return value < 0 ? t('bar.costs', { n, points: -value }) : t('bar.pays', { n, points: value });
}

/** A table in words: whose it is, who sits there, how many chairs are free. */
export function tableLabel(view: Pick<GameView, 'tables' | 'seated'>, plan: FloorPlan, table: string, party: boolean): string {
  const guests = plan.seatsOf(table).flatMap((seat) => (view.seated[seat] ? [guestName(view.seated[seat])] : []));
  const letters = view.tables[table] ?? '';
  const said = t('spot.said', {
    letters,
    cell: table,
    nation: nationName(letters),
    guests: guests.length > 0 ? guests.join('; ') : t('spot.nobody'),
    free: 4 - guestsAt(plan, table, view.seated),
  });
  return party ? `${letters} ${t('table.party')}. ${said}` : said;
}
