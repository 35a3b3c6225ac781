/**
 * The game knows four German ladies, all alike; the café shows four different ones. This keeps each of them the same
 * person from the hand to the chair, for as long as the page is open.
 */
export class Looks {
  #hand = new Map<string, number[]>();
  #seated = new Map<string, { code: string; look: number }>();
  #leaving = new Map<string, number>();

  /** The look of the chosen card, which will sit down next. */
  leave(code: string, look: number): void {
    this.#leaving.set(code, look);
  }

  sync(hand: readonly string[], seated: Readonly<Record<string, string>>): void {
    for (const [seat, one] of this.#seated) {
      if (seated[seat] !== one.code) this.#seated.delete(seat);
    }
    const counts = new Map<string, number>();
    for (const code of hand) counts.set(code, (counts.get(code) ?? 0) + 1);
    const freed = new Map<string, number[]>();
    for (const [code, looks] of this.#hand) {
      const keep = counts.get(code) ?? 0;
      while (looks.length > keep) {
        const wanted = looks.indexOf(this.#leaving.get(code) ?? -1);
        const [gone] = looks.splice(wanted < 0 ? looks.length - 1 : wanted, 1);
        if (gone !== undefined) freed.set(code, [...(freed.get(code) ?? []), gone]);
        this.#leaving.delete(code);
      }
      if (keep === 0) this.#hand.delete(code);
    }
    for (const [seat, code] of Object.entries(seated)) {
      if (this.#seated.has(seat)) continue;
      const look = freed.get(code)?.shift() ?? this.#unused(code, seat);
      this.#seated.set(seat, { code, look });
    }
    for (const [code, count] of counts) {
      const looks = this.#hand.get(code) ?? [];
      while (looks.length < count) {
        looks.push(this.#unused(code, String(looks.length), looks));
      }
      this.#hand.set(code, looks);
    }
  }

  seated(seat: string): number {
    return this.#seated.get(seat)?.look ?? 0;
  }

  /** The look of the given card of a sorted hand. */
  inHand(code: string, occurrence: number): number {
    return this.#hand.get(code)?.[occurrence] ?? occurrence;
  }

  #unused(code: string, salt: string, also: readonly number[] = []): number {
    const used = new Set([...(this.#hand.get(code) ?? []), ...also]);
    for (const one of this.#seated.values()) if (one.code === code) used.add(one.look);
    const start = hash(code + salt) % 4;
    for (let i = 0; i < 4; i += 1) {
      const look = (start + i) % 4;
      if (!used.has(look)) return look;
    }
    return start;
  }
}

/** FNV-1a: small, and the same everywhere. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value ^= text.charCodeAt(i);
    value = Math.imul(value, 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
