import { describe, expect, test } from 'vitest';
import { boardTables } from './board_plan';
import { parseGuest, parseAction } from './notation';
import { barPlaces, floorPlanOf, cellPosition } from './floor_plan';
import { offerOf, offersFor, partiesByTable, seatableGuests, formatTablePoints } from './offers';
import type { GameView } from '../api/wire';

const cafe = {
  tables: { b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' },
  seated: { b5: 'RUm', b3: 'RUf', a4: 'RUf' },
  legal: [
    { action: 'RUm@c4', points: { b4: 8, c3: 2 } },
    { action: 'ITm@d1', points: {} },
    { action: 'party d4 GBf@d5 GBf@c4 GBf@e4 GBf@d3', points: { d4: 40 } },
    { action: 'draw', points: {} },
  ],
} as unknown as GameView;

describe('the floor', () => {
  test('every table has four seats and the inner seats touch three tables', () => {
    const { seatsOf, tablesAt, seats } = floorPlanOf(cafe.tables);
    expect(seats).toHaveLength(12);
    expect(seatsOf('c3')).toEqual(['c4', 'b3', 'd3', 'c2']);
    expect(seatsOf('b4')).toEqual(['b5', 'a4', 'c4', 'b3']);
    expect(tablesAt('c4')).toEqual(['b4', 'd4', 'c3']);
    expect(tablesAt('e2')).toEqual(['d2']);
    expect(cellPosition('a5', 5)).toEqual({ column: 1, row: 1 });
  });
});

test('the offer of an action is found again, and an action that seats nobody has none', () => {
  expect(offerOf(cafe, 'RUm@c4')).toMatchObject({ seat: 'c4', points: 10 });
  expect(offerOf(cafe, 'RUm@d5')).toBeNull();
  expect(offerOf(cafe, 'draw')).toBeNull();
});

describe('the board', () => {
  test('has 24 tables, two of each nation, and 68 chairs, 28 of them between two tables', () => {
    const plan = floorPlanOf(boardTables);
    expect(plan.tables).toHaveLength(24);
    expect(new Set(Object.values(boardTables)).size).toBe(12);
    expect(plan.seats).toHaveLength(68);
    expect(plan.seats.filter((seat) => plan.tablesAt(seat).length === 2)).toHaveLength(28);
    expect(plan.seats.every((seat) => plan.tablesAt(seat).length <= 2)).toBe(true);
  });
});

describe('the bar', () => {
  test('its twenty places go once round the counter', () => {
    const cells = new Set(barPlaces.map((place) => `${place.column} ${place.row}`));
    expect(cells.size).toBe(20);
    expect(barPlaces.every(({ column, row }) => [column, row].some((one) => one === 6 || one === 11))).toBe(true);
  });
});

describe('the notation', () => {
  test('guests, jokers and actions are read', () => {
    expect(parseGuest('RUm')).toEqual({ code: 'RUm', joker: false, nation: 'RU', sex: 'm' });
    expect(parseGuest('JKf=ES')).toEqual({ code: 'JKf', joker: true, nation: 'ES', sex: 'f' });
    expect(parseAction('down DEf')).toMatchObject({ kind: 'down', guest: { code: 'DEf' } });
    expect(parseAction('party b4 FRf@b5 FRf@a4')).toMatchObject({ kind: 'party', table: 'b4', guests: [{ seat: 'b5' }, { seat: 'a4' }] });
  });
});

describe('offers', () => {
  test('a chair tells what each table would pay and why', () => {
    const offer = offersFor(cafe, 'RUm').get('c4');
    expect(offer?.points).toBe(10);
    expect(offer?.fills).toEqual(['b4']);
    expect(formatTablePoints(offer?.shares ?? [])).toBe('RU 4×2 · FR 2');
  });

  test('an opener pays nothing and says which table it opens', () => {
    const offer = offersFor(cafe, 'ITm').get('d1');
    expect(offer?.points).toBe(0);
    expect(offer?.opens).toEqual(['IT']);
  });

  test('a traveller may sit as one nation or another', () => {
    const legal = [
      { action: 'JKm=RU@c4', points: { b4: 8, c3: 2 } },
      { action: 'JKm=FR@c4', points: { b4: 4, c3: 4 } },
    ];
    const offer = offersFor({ ...cafe, legal }, 'JKm').get('c4');
    expect(offer?.choices.map((one) => [one.nation, one.points])).toEqual([['RU', 10], ['FR', 8]]);
    expect(offer?.nation).toBe('RU');
  });

  test('only guests with a seat can be chosen to sit', () => {
    expect([...seatableGuests(cafe)]).toEqual(['RUm', 'ITm']);
    expect(partiesByTable(cafe).get('d4')).toEqual([{ action: cafe.legal[2]?.action, points: 40 }]);
  });
});
