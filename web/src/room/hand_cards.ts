import { handLook, type LeavingCard, type Looks } from '../game/looks';

/** A card in hand. The look tells it apart from others of the same code. */
export interface HandCard {
  key: string;
  code: string;
  look: number;
}

/** The cards of a hand, without those that are on their way to a seat. */
export function handCards(hand: readonly string[], looks: Looks, leaving: readonly LeavingCard[]): HandCard[] {
  const counts = new Map<string, number>();
  const cards = hand.map((code): HandCard => {
    const n = counts.get(code) ?? 0;
    counts.set(code, n + 1);
    const look = handLook(looks, code, n);
    return { key: `${code}${look}`, code, look };
  });
  for (const { code, look } of leaving) {
    const sameLook = cards.findIndex((card) => card.code === code && card.look === look);
    const at = sameLook >= 0 ? sameLook : cards.findIndex((card) => card.code === code);
    if (at >= 0) cards.splice(at, 1);
  }
  return cards;
}
