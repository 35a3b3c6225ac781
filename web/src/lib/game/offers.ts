import type { LegalAction, Scene } from '../wire/wire';
import { guestsAt, tablesAt } from './card_cafe';
import { parse } from './notation';

/** What one table pays for a seating: `guests` sit there then, and the points are doubled if all are of its nation. */
export interface Share {
  table: string;
  nation: string;
  guests: number;
  doubled: boolean;
  points: number;
}

/** A free seat that the chosen guest may take. */
export interface Offer {
  seat: string;
  action: string;
  points: number;
  shares: Share[];
  /** Nobody sits at its tables yet: the next guest must follow there. */
  opens: string[];
  /** Tables that would be full, and so be cleared. */
  fills: string[];
}

export function offersFor(scene: Scene, code: string | null): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (!code) return offers;
  for (const legal of scene.legal) {
    const action = parse(legal.action);
    if (action.kind !== 'seat' || action.guest.code !== code) continue;
    offers.set(action.seat, offer(scene, legal, action.seat));
  }
  return offers;
}

function offer(scene: Scene, legal: LegalAction, seat: string): Offer {
  const touched = tablesAt(seat);
  const shares = touched.flatMap((table) => {
    const points = legal.points[table];
    if (!points) return [];
    const guests = guestsAt(table, scene.seated) + 1;
    return [{ table, nation: scene.tables[table] ?? '', guests, doubled: points > guests, points }];
  });
  const points = shares.reduce((sum, share) => sum + share.points, 0);
  return {
    seat,
    action: legal.action,
    points,
    shares,
    opens: points === 0 ? touched.map((table) => scene.tables[table] ?? '') : [],
    fills: touched.filter((table) => guestsAt(table, scene.seated) === 3),
  };
}

/** Which codes in hand may be seated at all. */
export function seatable(scene: Scene): Set<string> {
  const codes = new Set<string>();
  for (const legal of scene.legal) {
    const action = parse(legal.action);
    if (action.kind === 'seat') codes.add(action.guest.code);
  }
  return codes;
}

/** Parties by table, the best paid first. */
export function parties(scene: Scene): Map<string, { action: string; points: number }[]> {
  const found = new Map<string, { action: string; points: number }[]>();
  for (const legal of scene.legal) {
    const action = parse(legal.action);
    if (action.kind !== 'party') continue;
    const points = Object.values(legal.points).reduce((sum, one) => sum + one, 0);
    found.set(action.table, [...(found.get(action.table) ?? []), { action: legal.action, points }]);
  }
  for (const list of found.values()) list.sort((a, b) => b.points - a.points);
  return found;
}

export function allows(scene: Scene, action: string): boolean {
  return scene.legal.some((legal) => legal.action === action);
}

/** `RU 3×2 · FR 2`: why a seating pays what it pays. */
export function why(shares: readonly Pick<Share, 'nation' | 'guests' | 'doubled'>[]): string {
  return shares.map((share) => `${share.nation} ${share.guests}${share.doubled ? '×2' : ''}`).join(' · ');
}
