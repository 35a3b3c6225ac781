import { describe, expect, test } from 'vitest';
import { check, commitmentTo, dealFrom, friendlySeed, seedFrom, words } from './deal_proof';
import { bytesOf } from './hexadecimal';
import type { RoomOptions } from '../api/messages';

const zeros = '00'.repeat(32);
const counting = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

describe('the shuffle', () => {
  test('has the key stream of docs/shuffle.md', () => {
    const first = (seed: string): string => {
      const stream = words(bytesOf(seed));
      return [1, 2, 3, 4].map(() => stream.next().value.toString(16)).join(' ');
    };
    expect(first(zeros)).toBe('ade0b876 903df1a0 e56a5d40 28bd8653');
    expect(first(counting)).toBe('7d2bfd39 6a19c5d9 7703bd8d 494adcb8');
  });

  test('deals the documented test vectors', () => {
    const card = dealFrom(bytesOf(zeros), 'card');
    expect(card.guests.slice(0, 8).join(' ')).toBe('CUf DEm GBm TRm DEf TRf TRf DEm');
    expect(card.guests.slice(-3).join(' ')).toBe('CNm GBf GBm');
    expect(card.tables.join(' ')).toBe('US FR IT IN TR DE IT IN GB RU TR FR CU CN ES CF GB ES CN DE RU CF CU US');
    const board = dealFrom(bytesOf(counting), 'board');
    expect(board.guests.slice(0, 6).join(' ')).toBe('GBm GBm CNm JKm CNm DEm');
    expect(board.guests).toHaveLength(100);
    expect(board.tables).toEqual([]);
  });
});

describe('fair dealing', () => {
  const shares = ['01'.repeat(32), null, 'ff'.repeat(32)];
  const seed = 'ce65cb296c374665036b8972a5b90ad080871d22177fa01450192609e638b238';
  const commitment = 'af781282bc2b652f44f85f9619bb3f945033ce9af74a79dfa75ad0d0c37c49f8';
  const options = { game: 'card', players: 3 } as RoomOptions;
  const fair = { seed, friendly_deal: null, secret: counting, shares, ...dealFrom(bytesOf(seed), 'card'), room: { commitment, options } };

  test('commitment and seed match the documented test vectors', async () => {
    expect(await commitmentTo(counting)).toBe(commitment);
    expect(await seedFrom(counting, shares)).toBe(seed);
  });

  test('accepts an honest deal', async () => {
    expect(await check(fair, null)).toEqual({ commitment: true, seed: true, cards: true, share: null, chosen: false });
    expect(await check(fair, { commitment, share: 'ff'.repeat(32) })).toMatchObject({ share: true });
  });

  test('rejects another secret, another share and other cards', async () => {
    expect(await check({ ...fair, secret: zeros }, null)).toMatchObject({ commitment: false, seed: false });
    expect(await check({ ...fair, shares: [null, null, null] }, null)).toMatchObject({ commitment: true, seed: false });
    expect(await check({ ...fair, guests: [...fair.guests].reverse() }, null)).toMatchObject({ seed: true, cards: false });
    expect(await check(fair, { commitment, share: zeros })).toMatchObject({ share: false });
  });

  test('friendly seeds match the documented test vectors', async () => {
    expect(await friendlySeed(seed, 1)).toBe('2d00cbaa7bc081aedd58398e54a3984c26e9e4ce4dca2a7f7b9dabf86b2854b8');
    expect(await friendlySeed(seed, 258)).toBe('f773c1e427650515286f480442fb166091bbc5e5e3874e772ee498af44c1fc83');
  });

  test('a friendly deal is checked by its number and is said to be chosen', async () => {
    const friendly = await friendlySeed(seed, 1);
    const chosen = { ...fair, seed: friendly, friendly_deal: 1, ...dealFrom(bytesOf(friendly), 'card') };
    expect(await check(chosen, null)).toEqual({ commitment: true, seed: true, cards: true, share: null, chosen: true });
    expect(await check({ ...chosen, friendly_deal: 2 }, null)).toMatchObject({ seed: false });
    expect(await check({ ...chosen, friendly_deal: null }, null)).toMatchObject({ seed: false, chosen: false });
  });

  test('a fixed deal cannot be checked', async () => {
    expect(await check({ ...fair, seed: null, secret: null }, null)).toBeNull();
  });
});
