import type { GameView, LegalAction } from '../api/messages';
import type { Action, Nation } from '../api/notation';
import { guestsAt, floorPlanOf } from './floor_plan';

/** The points of one table for a seating, with the number of guests who sit there afterwards. */
export interface TablePoints {
  table: string;
  nation: string;
  guests: number;
  doubled: boolean;
  points: number;
}

/** A seat that the chosen guest may take: a free one, or that of a joker who returns to the hand. */
export interface Offer {
  seat: string;
  kind: 'seat' | 'swap';
  action: Action;
  /** The nation that a joker would take there. */
  nation: Nation | null;
  points: number;
  shares: TablePoints[];
  /** The nations of its tables if nobody sits there yet: the next guest must be seated at one of them. */
  opens: string[];
  /** For a guest who opens tables: the most points that the next guest of this turn can make there. */
  followUp: number | null;
  /** Another chair that opens tables promises more points with the next guest. */
  isPoor: boolean;
  /** Tables that would be full. */
  fills: string[];
  /** All offers of this seat, best paid first: a joker may choose between nations. */
  choices: Offer[];
}

export function offersFor(view: GameView, code: string | null): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (!code) return offers;
  for (const legal of view.legal) {
    const { action } = legal;
    if ((action.kind !== 'seat' && action.kind !== 'swap') || action.guest.code !== code) continue;
    const offer: Offer = { ...createOffer(view, legal, action.seat), kind: action.kind, nation: action.guest.nation };
    const choices = [...(offers.get(action.seat)?.choices ?? []), offer].sort(byPoints);
    offers.set(action.seat, { ...choices[0]!, choices });
  }
  const best = Math.max(...[...offers.values()].map((offer) => offer.followUp ?? 0));
  for (const offer of offers.values()) offer.isPoor = offer.points === 0 && offer.kind === 'seat' && (offer.followUp ?? 0) < best;
  return offers;
}

/** Sorts the best paid offers first; those that pay nothing by what the next guest can make of them. */
export function byPoints(a: Offer, b: Offer): number {
  return b.points - a.points || (b.followUp ?? 0) - (a.followUp ?? 0);
}

/** The offer of an action that seats a guest; null for any other action. */
export function offerOf(view: GameView, action: Action): Offer | null {
  if (action.kind !== 'seat' && action.kind !== 'swap') return null;
  return offersFor(view, action.guest.code).get(action.seat)?.choices.find((offer) => offer.action.notation === action.notation) ?? null;
}

function createOffer(view: GameView, legal: LegalAction, seat: string): Omit<Offer, 'kind' | 'nation'> {
  const plan = floorPlanOf(view.tables);
  const touched = plan.tablesAt(seat);
  const shares = touched.flatMap((table) => {
    const points = legal.points[table];
    if (!points) return [];
    const doubled = legal.doubled?.includes(table) ?? false;
    return [{ table, nation: view.tables[table] ?? '', guests: guestsAt(plan, table, view.seated) + 1, doubled, points }];
  });
  const points = shares.reduce((sum, share) => sum + share.points, 0);
  return {
    seat,
    action: legal.action,
    points,
    shares,
    opens: points === 0 ? touched.map((table) => view.tables[table] ?? '') : [],
    followUp: legal.follow_up ?? null,
    isPoor: false,
    fills: touched.filter((table) => guestsAt(plan, table, view.seated) === plan.seatsOf(table).length - 1),
    choices: [],
  };
}

/** The codes in hand that can be seated. */
export function seatableGuests(view: GameView): Set<string> {
  const codes = new Set<string>();
  for (const legal of view.legal) {
    const { action } = legal;
    if (action.kind === 'seat' || action.kind === 'swap') codes.add(action.guest.code);
  }
  return codes;
}

export type PartyAction = Extract<Action, { kind: 'party' }>;

/** Parties by table, best paid first. */
export function partiesByTable(view: GameView): Map<string, { action: PartyAction; points: number }[]> {
  const parties = new Map<string, { action: PartyAction; points: number }[]>();
  for (const legal of view.legal) {
    const { action } = legal;
    if (action.kind !== 'party') continue;
    parties.set(action.table, [...(parties.get(action.table) ?? []), { action, points: totalPoints(legal) }]);
  }
  for (const list of parties.values()) list.sort((a, b) => b.points - a.points);
  return parties;
}

/** The points of a legal action from all tables and the bar. */
export function totalPoints(legal: LegalAction): number {
  return Object.values(legal.points).reduce((sum, points) => sum + points, 0);
}

/** The legal action with this notation; null if there is none. */
export function findLegal(view: GameView, notation: string): LegalAction | null {
  return view.legal.find(({ action }) => action.notation === notation) ?? null;
}

export function isLegal(view: GameView, notation: string): boolean {
  return findLegal(view, notation) !== null;
}

/** The points of the next place at the bar, if the chosen guest may go there. */
export function barOffer(view: GameView, code: string | null): { action: Action; points: number; eliminates: boolean } | null {
  const legal = findLegal(view, `bar ${code}`);
  if (!legal) return null;
  return { action: legal.action, points: view.bar_values[view.bar.length] ?? 0, eliminates: legal.eliminates === true };
}

/** Explains the points of a seating: `RU 3×2 · FR 2`. */
export function formatTablePoints(shares: readonly Pick<TablePoints, 'nation' | 'guests' | 'doubled'>[]): string {
  return shares.map((share) => `${share.nation} ${share.guests}${share.doubled ? '×2' : ''}`).join(' · ');
}
