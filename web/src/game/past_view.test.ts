import { describe, expect, test } from 'vitest';
import type { GameEvent, GameView, RoomEvent } from '../api/messages';
import { parseAction } from '../api/notation';
import { loadTurnView, scorePopupsOf } from './past_view';
import { placesOfTurn, groupTurns } from './turns';

let n = 0;
const acted = (player: number, action: string, events: GameEvent[], scores = [0, 0]): RoomEvent => ({ number: ++n, at: 0, type: 'action_played', player, action: parseAction(action), by: 'player', events, scores });
const seated = (guest: string, seat: string): GameEvent => ({ type: 'seated', guest, seat });
const scored = (table: string, nation: string, guests: number, points: number): GameEvent => ({ type: 'scored', table, nation, guests, doubled: false, points });
const passed = (to: number): GameEvent => ({ type: 'turn_passed', to });

const all = groupTurns([
  acted(0, 'RUm@b5', [seated('RUm', 'b5')]),
  acted(0, 'RUf@a4', [seated('RUf', 'a4'), scored('b4', 'RU', 2, 2), passed(1)], [2, 0]),
  acted(1, 'RUm@c4', [seated('RUm', 'c4'), scored('b4', 'RU', 3, 3)], [2, 3]),
  acted(1, 'RUf@b3', [seated('RUf', 'b3'), scored('b4', 'RU', 4, 4), { type: 'cleared', table: 'b4' }, { type: 'laid', table: 'b4', nation: 'IT' }, passed(0)], [2, 7]),
  acted(0, 'draw', [{ type: 'drew', player: 0, tile: null }, passed(1)], [2, 7]),
]);

/** The views that the server sends, by number of actions. */
const tables = { b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' };
const sent: Record<number, Partial<GameView>> = {
  2: { tables, seated: { b5: 'RUm', a4: 'RUf' }, scores: [2, 0], turn: 1 },
  4: { tables: { ...tables, b4: 'IT' }, seated: {}, scores: [2, 7], turn: 0 },
  5: { tables: { ...tables, b4: 'IT' }, seated: {}, scores: [2, 7], turn: 1, result: { why: 'closed', penalties: [4, 0], final: [5, 2], winners: [0], places: [1, 2], resigned: [] } },
};
const request = (actions: number): Promise<GameView | null> => Promise.resolve((sent[actions] as GameView | undefined) ?? null);

describe('the view of a past turn', () => {
  test('is requested by the number of actions until its end', async () => {
    const view = await loadTurnView(all[0]!, request);
    expect(view).toMatchObject({ seated: { b5: 'RUm', a4: 'RUf' }, tables, scores: [2, 0] });
  });

  test('marks the player of the turn and has no result', async () => {
    expect(await loadTurnView(all[2]!, request)).toMatchObject({ result: null, turn: 0, scores: [2, 7] });
  });

  test('keeps the table that was cleared in the turn, and its guests', async () => {
    const view = await loadTurnView(all[1]!, request);
    expect(view?.seated).toEqual({ b5: 'RUm', a4: 'RUf', c4: 'RUm', b3: 'RUf' });
    expect(view?.tables['b4']).toBe('RU');
    expect(view?.scores).toEqual([2, 7]);
  });

  test('is missing if the server refuses it', async () => {
    expect(await loadTurnView(all[0]!, () => Promise.resolve(null))).toBeNull();
  });
});

describe('score popups', () => {
  test('are shown where guests sat down', () => {
    const second = all[1]!;
    expect(placesOfTurn(second)).toEqual(['c4', 'b3']);
    expect(scorePopupsOf(second.steps, second.player).map((popup) => popup.cell)).toEqual(['c4', 'b3']);
    const opened = all[0]!;
    expect(scorePopupsOf(opened.steps, opened.player).map((popup) => popup.cell)).toEqual(['a4']);
  });

  test('are shown at the place at the bar', () => {
    const [turn] = groupTurns([acted(0, 'bar GBm', [{ type: 'at_bar', tile: 'GBm', place: 6, points: -4 }, passed(1)])]);
    expect(scorePopupsOf(turn!.steps, 0).map((popup) => popup.cell)).toEqual(['bar7']);
  });

  test('of a party are shown at its table', () => {
    const party: GameEvent[] = [seated('FRf', 'b5'), seated('FRf', 'a4'), { type: 'party_scored', table: 'b4', nation: 'FR', doubled: true, points: 40 }];
    const [turn] = groupTurns([acted(0, 'party b4 FRf@b5 FRf@a4', [...party, passed(1)])]);
    expect(scorePopupsOf(turn!.steps, 0).map((popup) => popup.cell)).toEqual(['b4']);
  });

  test('are missing where nothing was paid', () => {
    const [turn] = groupTurns([acted(0, 'bar GBm', [{ type: 'eliminated', player: 0, tile: 'GBm', place: 6 }, passed(1)])]);
    expect(scorePopupsOf(turn!.steps, 0)).toEqual([]);
  });
});
