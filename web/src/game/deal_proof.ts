import type { GameReplay } from '../api/messages';
import { bytesOf, hexadecimalOf } from './hexadecimal';

/** An independent implementation of `docs/shuffle.md`: users can check a deal without trusting the server. */
const ladiesFirst = ['f', 'm'] as const;
const nations = ['CF', 'CN', 'CU', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'RU', 'TR', 'US'] as const;

export interface DealtStocks {
  guests: string[];
  tables: string[];
}

/** The key stream of ChaCha20 (RFC 8439) with a nonce of zeros, as 32-bit words. */
export function* words(seed: Uint8Array): Generator<number, never> {
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength);
  const key = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  for (let counter = 0; ; counter += 1) {
    const start = Uint32Array.from([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, 0, 0, 0]);
    const state = start.slice();
    for (let round = 0; round < 10; round += 1) {
      for (let i = 0; i < 4; i += 1) quarter(state, i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i += 1) quarter(state, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i += 1) yield (state[i]! + start[i]!) >>> 0;
  }
}

function quarter(state: Uint32Array, a: number, b: number, c: number, d: number): void {
  const mix = (to: number, from: number, into: number, by: number): void => {
    state[to] = state[to]! + state[from]!;
    const word = state[into]! ^ state[to]!;
    state[into] = (word << by) | (word >>> (32 - by));
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

function shuffle(list: string[], stream: Iterator<number, never>): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const choices = i + 1;
    // Words above the largest multiple are skipped, so that all choices are equally likely.
    const limit = Math.floor(2 ** 32 / choices) * choices;
    let word = stream.next().value;
    while (word >= limit) word = stream.next().value;
    const other = word % choices;
    [list[i], list[other]] = [list[other]!, list[i]!];
  }
}

export function dealFrom(seed: Uint8Array, game: 'card' | 'board'): DealtStocks {
  const guests = nations.flatMap((nation) => ladiesFirst.flatMap((sex) => new Array<string>(4).fill(`${nation}${sex}`)));
  if (game === 'board') guests.push('JKf', 'JKf', 'JKm', 'JKm');
  const tables = game === 'card' ? nations.flatMap((nation) => [nation, nation]) : [];
  const stream = words(seed);
  shuffle(guests, stream);
  shuffle(tables, stream);
  return { guests, tables };
}

async function digest(...parts: (string | Uint8Array | number)[]): Promise<string> {
  const bytes = parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : typeof part === 'number' ? [part] : [...part]));
  return hexadecimalOf(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))));
}

export function commitmentTo(secret: string): Promise<string> {
  return digest('cafe-international/commitment/1\n', bytesOf(secret));
}

export function seedFrom(secret: string, shares: readonly (string | null)[]): Promise<string> {
  const parts = shares.flatMap((share) => (share === null ? [0] : [1, bytesOf(share)]));
  return digest('cafe-international/seed/1\n', bytesOf(secret), shares.length, ...parts);
}

/** The seed of a deal in the series that follows from a seed. The first friendly deal of it may be chosen for a newcomer. */
export function friendlySeed(series: string, number: number): Promise<string> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return digest('cafe-international/friendly-seed/1\n', bytesOf(series), bytes);
}

/** What this device stored about a deal when the user took a seat. */
export interface StoredShare {
  commitment: string;
  share: string;
}

/** Which parts of a deal are correct; `share` is null if this device stored none. */
export interface DealCheckResult {
  commitment: boolean;
  seed: boolean;
  cards: boolean;
  share: boolean | null;
  /** Whether the deal was chosen because it is friendly to the first player. Then it is not a fair one, even if all parts are correct. */
  chosen: boolean;
}

type Deal = Pick<GameReplay, 'seed' | 'friendly_deal' | 'secret' | 'shares' | 'guests' | 'tables'> & { room: Pick<GameReplay['room'], 'commitment' | 'options'> };

/** Checks the deal of a finished game; null if it was fixed instead of shuffled. */
export async function check(deal: Deal, stored: StoredShare | null): Promise<DealCheckResult | null> {
  const { seed, secret, friendly_deal: number } = deal;
  if (seed === null || secret === null) return null;
  const series = await seedFrom(secret, deal.shares);
  const cards = dealFrom(bytesOf(seed), deal.room.options.game);
  return {
    commitment: (await commitmentTo(secret)) === deal.room.commitment,
    seed: (number === null ? series : await friendlySeed(series, number)) === seed,
    cards: cards.guests.join() === deal.guests.join() && cards.tables.join() === deal.tables.join(),
    share: stored === null ? null : stored.commitment === deal.room.commitment && deal.shares.includes(stored.share),
    chosen: number !== null,
  };
}
