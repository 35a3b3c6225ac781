import { hash } from './hash';

/** Guests of one code are alike for the rules but drawn as different people. */
export const LOOKS_PER_CODE = 4;

/** The look of every guest on the page: a number that selects the drawing. */
export interface Looks {
  /** By code: the looks of the cards in hand, in the order of the hand. */
  readonly hand: Readonly<Record<string, readonly number[]>>;
  readonly seated: Readonly<Record<string, { readonly guest: string; readonly look: number }>>;
}

/** A card that is on its way from the hand to a seat. */
export interface LeavingCard {
  readonly code: string;
  readonly look: number;
}

export const noLooks: Looks = { hand: {}, seated: {} };

export function seatLook(looks: Looks, seat: string): number {
  return looks.seated[seat]?.look ?? 0;
}

/** The look of the n-th card (from 0) of a code in the sorted hand. */
export function handLook(looks: Looks, code: string, n: number): number {
  return looks.hand[code]?.[n] ?? n;
}

/** The look of a seated guest where no hand is known from which it came. */
export function fixedLook(guest: string, seat: string): number {
  return hash(`${guest}${seat}`) % LOOKS_PER_CODE;
}

/** The looks after a change of the view. A seated guest keeps the look of its card. */
export function nextLooks(looks: Looks, hand: readonly string[], seated: Readonly<Record<string, string>>, leaving: readonly LeavingCard[] = []): Looks {
  const nextSeated = Object.fromEntries(Object.entries(looks.seated).filter(([seat, { guest }]) => seated[seat] === guest));
  const counts = countByCode(hand);
  const nextHand: Record<string, readonly number[]> = {};
  const freed: Record<string, number[]> = {};
  for (const [code, held] of Object.entries(looks.hand)) {
    const { kept, removed } = removeCards(held, counts[code] ?? 0, leaving.filter((card) => card.code === code));
    if (kept.length > 0) nextHand[code] = kept;
    freed[code] = removed;
  }

  const usedBy = (code: string): Set<number> =>
    new Set([...(nextHand[code] ?? []), ...Object.values(nextSeated).flatMap(({ guest, look }) => (codeOf(guest) === code ? [look] : []))]);

  for (const [seat, guest] of Object.entries(seated)) {
    if (nextSeated[seat]) continue;
    const code = codeOf(guest);
    nextSeated[seat] = { guest, look: freed[code]?.shift() ?? unusedLook(code + seat, usedBy(code)) };
  }
  for (const [code, count] of Object.entries(counts)) {
    for (let n = nextHand[code]?.length ?? 0; n < count; n += 1) {
      nextHand[code] = [...(nextHand[code] ?? []), unusedLook(`${code}${n}`, usedBy(code))];
    }
  }
  return { hand: nextHand, seated: nextSeated };
}

/** A joker is seated as `JKf=ES` and held as `JKf`. */
function codeOf(guest: string): string {
  return guest.split('=')[0] ?? guest;
}

function countByCode(hand: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of hand) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** Removes cards until `count` are left: first those that are known to leave, then the last ones. */
function removeCards(held: readonly number[], count: number, leaving: readonly LeavingCard[]): { kept: number[]; removed: number[] } {
  const kept = [...held];
  const removed: number[] = [];
  const expected = leaving.map(({ look }) => look);
  while (kept.length > count) {
    const at = kept.indexOf(expected.shift() ?? -1);
    removed.push(...kept.splice(at < 0 ? kept.length - 1 : at, 1));
  }
  return { kept, removed };
}

function unusedLook(salt: string, used: ReadonlySet<number>): number {
  const first = hash(salt) % LOOKS_PER_CODE;
  for (let i = 0; i < LOOKS_PER_CODE; i += 1) {
    const look = (first + i) % LOOKS_PER_CODE;
    if (!used.has(look)) return look;
  }
  return first;
}
