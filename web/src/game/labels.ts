import { listed, num, signed, t } from '../i18n/i18n.svelte';
import { guestName, nationName, spelled } from './names';
import type { GameView } from '../api/wire';
import { why, type Offer } from './offers';
import { guestsAt, type Plan } from './floor_plan';

/** `Russia 2 and France 1`: at which chair of which tables a seat stands, the chairs counted in reading order. */
function placed(scene: GameView, plan: Plan, seat: string): string {
  return listed(plan.tablesAt(seat).map((table) => `${nationName(scene.tables[table] ?? '')} ${num(plan.seatsOf(table).indexOf(seat) + 1)}`));
}

/** `opens RU · FR`: what an opener's chair says. */
export function opensSaid(offer: Offer): string {
  return t('table.opens', { nation: offer.opens.join(' · ') });
}

/** `RU 3×2 · FR 2`, or `opens RU · FR`: why an offer pays what it pays. */
export function offerSaid(offer: Offer): string {
  return offer.points === 0 ? opensSaid(offer) : why(offer.shares);
}

/** A seat in words: where it stands, who sits there, what it would pay and why. */
export function seatSaid(scene: GameView, plan: Plan, seat: string, offer: Offer | undefined, staged?: string, arriving?: string): string {
  const where = t('seat.where', { seat, tables: placed(scene, plan, seat) });
  if (arriving) return t('seat.arriving', { where, guest: spelled(arriving) });
  const guest = staged ?? scene.seated[seat];
  if (guest && offer?.kind === 'swap') return t('seat.swap', { where, guest: spelled(guest) });
  if (guest) return t('seat.taken', { where, guest: spelled(guest) });
  if (!offer) return t('seat.free', { where });
  // With the very words and numbers that are seen, so that who speaks to the page can say them.
  if (offer.points === 0) return t('seat.opens', { where, points: signed(0), opens: opensSaid(offer) });
  return t('seat.pays', { where, points: signed(offer.points), why: why(offer.shares) });
}

/** A place at the bar in words, counted from 0: who waits there, or what it pays or costs. */
export function barSaid(scene: GameView, place: number): string {
  const n = place + 1;
  const guest = scene.bar[place];
  if (guest) return t('bar.taken', { n, guest: guestName(guest) });
  const value = scene.bar_values[place] ?? 0;
  return value < 0 ? t('bar.costs', { n, points: -value }) : t('bar.pays', { n, points: value });
}

/** A table in words: whose it is, who sits there, how many chairs are free. */
export function tableSaid(scene: GameView, plan: Plan, table: string, party: boolean): string {
  const guests = plan.seatsOf(table).flatMap((seat) => (scene.seated[seat] ? [guestName(scene.seated[seat])] : []));
  const letters = scene.tables[table] ?? '';
  const said = t('spot.said', {
    letters,
    cell: table,
    nation: nationName(letters),
    guests: guests.length > 0 ? guests.join('; ') : t('spot.nobody'),
    free: 4 - guestsAt(plan, table, scene.seated),
  });
  return party ? `${letters} ${t('table.party')}. ${said}` : said;
}
