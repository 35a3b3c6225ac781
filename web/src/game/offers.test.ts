import { describe, expect, test } from 'vitest';
import { parseAction } from '../api/notation';
import { parseView } from '../api/parse';
import type * as Wire from '../api/wire';
import { fakeView } from '../room/fake_source';
import { byPoints, offerOf, offersFor, partiesByTable, seatableGuests, formatTablePoints } from './offers';

const sent = {
  tables: { b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' },
  seated: { b5: 'RUm', b3: 'RUf', a4: 'RUf' },
  legal: [
    { action: 'RUm@c4', points: { b4: 8, c3: 2 }, doubled: ['b4'] },
    { action: 'ITm@d1', points: {} },
    { action: 'party d4 GBf@d5 GBf@c4 GBf@e4 GBf@d3', points: { d4: 40 } },
    { action: 'draw', points: {} },
  ],
} as unknown as Wire.GameView;
const cafe = parseView(sent);

test('only actions that seat a guest have an offer', () => {
  expect(offerOf(cafe, parseAction('RUm@c4'))).toMatchObject({ seat: 'c4', points: 10 });
  expect(offerOf(cafe, parseAction('RUm@d5'))).toBeNull();
  expect(offerOf(cafe, parseAction('draw'))).toBeNull();
});

describe('offers', () => {
  test('a seat has the points of each table', () => {
    const offer = offersFor(cafe, 'RUm').get('c4');
    expect(offer?.points).toBe(10);
    expect(offer?.fills).toEqual(['b4']);
    expect(formatTablePoints(offer?.shares ?? [])).toBe('RU 4×2 · FR 2');
  });

  test('an opener pays nothing and names the table that it opens', () => {
    const offer = offersFor(cafe, 'ITm').get('d1');
    expect(offer?.points).toBe(0);
    expect(offer?.opens).toEqual(['IT']);
  });

  test('a joker may choose between nations', () => {
    const legal = [
      { action: 'JKm=RU@c4', points: { b4: 8, c3: 2 } },
      { action: 'JKm=FR@c4', points: { b4: 4, c3: 4 } },
    ];
    const offer = offersFor(parseView({ ...sent, legal }), 'JKm').get('c4');
    expect(offer?.choices.map((choice) => [choice.nation, choice.points])).toEqual([['RU', 10], ['FR', 8]]);
    expect(offer?.nation).toBe('RU');
  });

  test('only guests with a legal seat are seatable', () => {
    expect([...seatableGuests(cafe)]).toEqual(['RUm', 'ITm']);
    expect(partiesByTable(cafe).get('d4')).toEqual([{ action: cafe.legal[2]?.action, points: 40 }]);
  });
});

describe('a guest who opens tables', () => {
  const view = fakeView({ legal: [{ action: 'RUm@b5', points: {}, follow_up: 2 }, { action: 'RUm@a4', points: {}, follow_up: 4 }, { action: 'RUm@b3', points: { b4: 2 } }] });
  const offers = offersFor(view, 'RUm');

  test('is offered what the next guest can make', () => {
    expect([...offers.values()].map(({ seat, followUp, isPoor }) => [seat, followUp, isPoor])).toEqual([['b5', 2, true], ['a4', 4, false], ['b3', null, false]]);
  });

  test('comes after guests who score, the best follow-up first', () => {
    expect([...offers.values()].sort(byPoints).map(({ seat }) => seat)).toEqual(['b3', 'a4', 'b5']);
  });
});
