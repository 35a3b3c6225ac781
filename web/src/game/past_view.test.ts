import { describe, expect, test } from 'vitest';
import type { GameEvent, GameView, RoomEvent } from '../api/wire';
import { viewAfterTurn, scorePopupsOf } from './past_view';
import { placesOfTurn, groupTurns } from './turns';

let n = 0;
const acted = (seat: number, action: string, events: GameEvent[], scores = [0, 0]): RoomEvent => ({ number: ++n, at: 0, type: 'action_played', player: seat, action, by: 'player', events, scores });
const seated = (guest: string, seat: string): GameEvent => ({ type: 'seated', guest, seat });
const scored = (table: string, nation: string, guests: number, points: number): GameEvent => ({ type: 'scored', table, nation, guests, doubled: false, points });
const passed = (to: number): GameEvent => ({ type: 'turn_passed', to });

const now = {
  tables: { b4: 'IT', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' },
  seated: { d1: 'ITm' },
  scores: [9, 2],
  guest_stock: 80,
  table_stock: 18,
  bar: [],
} as unknown as GameView;

const all = groupTurns([
  acted(0, 'RUm@b5', [seated('RUm', 'b5')]),
  acted(0, 'RUf@a4', [seated('RUf', 'a4'), scored('b4', 'RU', 2, 2), passed(1)], [2, 0]),
  acted(1, 'RUm@c4', [seated('RUm', 'c4'), scored('b4', 'RU', 3, 3)], [2, 3]),
  acted(1, 'RUf@b3', [seated('RUf', 'b3'), scored('b4', 'RU', 4, 4), { type: 'cleared', table: 'b4' }, { type: 'laid', table: 'b4', nation: 'IT' }, passed(0)], [2, 7]),
  acted(0, 'draw', [{ type: 'drew', player: 0, tile: null }, passed(1)], [2, 7]),
]);

describe('a past turn', () => {
  test('shows the café as it was, with the table that stood there then', () => {
    const first = viewAfterTurn(now, all, 1);
    expect(first.seated).toEqual({ b5: 'RUm', a4: 'RUf' });
    expect(first.tables.b4).toBe('RU');
    expect(first.scores).toEqual([2, 0]);
    expect([first.guest_stock, first.table_stock]).toEqual([81, 19]);
  });

  test('was before anybody had won: it has the points of then, and whose turn it was', () => {
    const over = { ...now, turn: 1, result: { why: 'closed', penalties: [4, 0], final: [5, 2], winners: [0], places: [1, 2] } };
    expect(viewAfterTurn(over, all, 1)).toMatchObject({ result: null, turn: 0, scores: [2, 0] });
  });

  test('keeps those who left with a full table in that very turn', () => {
    expect(Object.keys(viewAfterTurn(now, all, 2).seated).sort()).toEqual(['a4', 'b3', 'b5', 'c4']);
    expect(viewAfterTurn(now, all, 3).seated).toEqual({});
    expect(viewAfterTurn(now, all, 3).tables.b4).toBe('IT');
  });

  test('tells where guests sat down and what rose there', () => {
    const second = all[1]!;
    expect(placesOfTurn(second)).toEqual(['c4', 'b3']);
    expect(scorePopupsOf(second.steps, second.player).map((rise) => rise.cell)).toEqual(['c4', 'b3']);
    const opened = all[0]!;
    expect(scorePopupsOf(opened.steps, opened.player).map((rise) => rise.cell)).toEqual(['a4']);
  });

  test('lets what the bar paid or cost rise from its place', () => {
    const [turn] = groupTurns([acted(0, 'bar GBm', [{ type: 'at_bar', tile: 'GBm', place: 6, points: -4 }, passed(1)])]);
    expect(scorePopupsOf(turn!.steps, 0).map((rise) => rise.cell)).toEqual(['bar7']);
  });

  test('lets a party rise above its table', () => {
    const party: GameEvent[] = [seated('FRf', 'b5'), seated('FRf', 'a4'), { type: 'party_scored', table: 'b4', nation: 'FR', doubled: true, points: 40 }];
    const [turn] = groupTurns([acted(0, 'party b4 FRf@b5 FRf@a4', [...party, passed(1)])]);
    expect(scorePopupsOf(turn!.steps, 0).map((rise) => rise.cell)).toEqual(['b4']);
  });

  test('lets nothing rise where nothing was paid', () => {
    const [turn] = groupTurns([acted(0, 'bar GBm', [{ type: 'eliminated', player: 0, tile: 'GBm', place: 6 }, passed(1)])]);
    expect(scorePopupsOf(turn!.steps, 0)).toEqual([]);
  });
});
