import type { GameView, LegalAction } from '../api/wire';
import { parseAction, type Nation } from './notation';
import { guestsAt, floorPlanOf } from './floor_plan';

/** What one table pays for a seating: `guests` sit there then, and the points are doubled if all are of its nation. */
export interface TablePoints {
  table: string;
  nation: string;
  guests: number;
  doubled: boolean;
  points: number;
}

/** A seat that the chosen guest may take: a free one, or that of a traveller who comes into the hand for it. */
export interface Offer {
  seat: string;
  kind: 'seat' | 'swap';
  action: string;
  /** As which nation a traveller would sit there. */
  nation: Nation | null;
  points: number;
  shares: TablePoints[];
  /** Nobody sits at its tables yet: the next guest must follow there. */
  opens: string[];
  /** Tables that would be full, and so be cleared. */
  fills: string[];
  /** A traveller may sit as one nation or another: all offers of this seat, the best paid first. */
  choices: Offer[];
}

export function offersFor(view: GameView, code: string | null): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (!code) return offers;
  for (const legal of view.legal) {
    const action = parseAction(legal.action);
    if ((action.kind !== 'seat' && action.kind !== 'swap') || action.guest.code !== code) continue;
    const made = { ...offer(view, legal, action.seat), kind: action.kind, nation: action.guest.nation };
    const choices = [...(offers.get(action.seat)?.choices ?? []), made].sort((a, b) => b.points - a.points);
    offers.set(action.seat, { ...choices[0]!, choices });
  }
  return offers;
}

/** What is offered by an action that seats somebody; nothing by any other. */
export function offerOf(view: GameView, action: string): Offer | null {
  const meant = parseAction(action);
  if (meant.kind !== 'seat' && meant.kind !== 'swap') return null;
  return offersFor(view, meant.guest.code).get(meant.seat)?.choices.find((one) => one.action === action) ?? null;
}

function offer(view: GameView, legal: LegalAction, seat: string): Omit<Offer, 'kind' | 'nation'> {
  const plan = floorPlanOf(view.tables);
  const touched = plan.tablesAt(seat);
  const shares = touched.flatMap((table) => {
    const points = legal.points[table];
    if (!points) return [];
    const guests = guestsAt(plan, table, view.seated) + 1;
    return [{ table, nation: view.tables[table] ?? '', guests, doubled: points > guests, points }];
  });
  const points = shares.reduce((sum, share) => sum + share.points, 0);
  return {
    seat,
    action: legal.action,
    points,
    shares,
    opens: points === 0 ? touched.map((table) => view.tables[table] ?? '') : [],
    fills: touched.filter((table) => guestsAt(plan, table, view.seated) === 3),
    choices: [],
  };
}

/** Which codes in hand may be seated at all. */
export function seatableGuests(view: GameView): Set<string> {
  const codes = new Set<string>();
  for (const legal of view.legal) {
    const action = parseAction(legal.action);
    if (action.kind === 'seat' || action.kind === 'swap') codes.add(action.guest.code);
  }
  return codes;
}

/** Parties by table, the best paid first. */
export function partiesByTable(view: GameView): Map<string, { action: string; points: number }[]> {
  const found = new Map<string, { action: string; points: number }[]>();
  for (const legal of view.legal) {
    const action = parseAction(legal.action);
    if (action.kind !== 'party') continue;
    const points = Object.values(legal.points).reduce((sum, one) => sum + one, 0);
    found.set(action.table, [...(found.get(action.table) ?? []), { action: legal.action, points }]);
  }
  for (const list of found.values()) list.sort((a, b) => b.points - a.points);
  return found;
}

export function isLegal(view: GameView, action: string): boolean {
  return view.legal.some((legal) => legal.action === action);
}

/** What the chosen guest would bring at the bar, if it may go there. */
export function barOffer(view: GameView, code: string | null): { action: string; points: number; eliminates: boolean } | null {
  const legal = view.legal.find((one) => one.action === `bar ${code}`);
  if (!legal) return null;
  return { action: legal.action, points: view.bar_values[view.bar.length] ?? 0, eliminates: legal.eliminates === true };
}

/** `RU 3×2 · FR 2`: why a seating pays what it pays. */
export function formatTablePoints(shares: readonly Pick<TablePoints, 'nation' | 'guests' | 'doubled'>[]): string {
  return shares.map((share) => `${share.nation} ${share.guests}${share.doubled ? '×2' : ''}`).join(' · ');
}
