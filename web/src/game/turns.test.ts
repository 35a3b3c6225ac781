import { describe, expect, test } from 'vitest';
import type { GameEvent, RoomEvent } from '../api/messages';
import { parseAction } from '../api/notation';
import { scoreHistory, lastPlaces, chartScale, extendTurns, groupTurns } from './turns';

let n = 0;
const acted = (player: number, action: string, events: GameEvent[], scores = [0, 0]): RoomEvent => ({
  number: ++n, at: 0, type: 'action_played', player, action: parseAction(action), by: 'player', events, scores,
});
const seated = (guest: string, seat: string): GameEvent => ({ type: 'seated', guest, seat });
const scored = (points: number): GameEvent => ({ type: 'scored', table: 'b4', nation: 'RU', guests: 2, doubled: false, points });
const passed = (to: number): GameEvent => ({ type: 'turn_passed', to });

describe('turns', () => {
  test('a turn lasts until the next player is to move', () => {
    const all = groupTurns([
      acted(0, 'RUm@b5', [seated('RUm', 'b5')]),
      acted(0, 'RUf@a4', [seated('RUf', 'a4'), scored(4)], [4, 0]),
      acted(0, 'end', [passed(1)], [4, 0]),
      acted(1, 'draw', [{ type: 'drew', player: 1, tile: null }, passed(0)], [4, 0]),
    ]);
    expect(all.map((turn) => [turn.number, turn.player, turn.points, turn.steps.length, turn.actionCount])).toEqual([
      [1, 0, 4, 3, 3],
      [2, 1, 0, 1, 4],
    ]);
    expect(scoreHistory(all, 2)).toEqual([[0, 0], [4, 0], [4, 0]]);
  });

  test('places since the player’s last turn are marked', () => {
    const all = groupTurns([
      acted(0, 'RUm@b5', [seated('RUm', 'b5'), passed(1)]),
      acted(1, 'RUf@a4', [seated('RUf', 'a4'), passed(2)]),
      acted(2, 'RUf@c4', [seated('RUf', 'c4'), passed(0)]),
    ]);
    expect([...lastPlaces(all, 0).keys()]).toEqual(['a4', 'c4']);
    expect([...lastPlaces(all, 2).keys()]).toEqual(['c4']);
    expect([...lastPlaces(all).keys()]).toEqual(['c4']);
  });

  test('swaps and places at the bar are marked', () => {
    const all = groupTurns([
      acted(0, 'RUm@b5', [seated('RUm', 'b5'), passed(1)]),
      acted(1, 'swap ITf@b3', [{ type: 'swapped', guest: 'ITf', joker: 'JKf', seat: 'b3' }, passed(2)]),
      acted(2, 'bar GBm', [{ type: 'at_bar', tile: 'GBm', place: 5, points: -2 }, passed(3)]),
      acted(3, 'bar INf', [{ type: 'eliminated', player: 3, tile: 'INf', place: 6 }, passed(0)]),
    ]);
    expect([...lastPlaces(all, 0).keys()]).toEqual(['b3', 'bar6', 'bar7']);
  });

  test('undone actions are left out', () => {
    const all = groupTurns([
      acted(0, 'RUm@b5', [seated('RUm', 'b5')]),
      acted(0, 'RUf@a4', [seated('RUf', 'a4'), scored(4)], [4, 0]),
      { number: ++n, at: 0, type: 'undone', player: 0, count: 1 },
    ]);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ points: 0, actionCount: 1 });
    expect([...lastPlaces(all).keys()]).toEqual(['b5']);
  });

  test('extending turns keeps the ones before', () => {
    const events = [
      acted(0, 'RUm@b5', [seated('RUm', 'b5'), passed(1)]),
      acted(1, 'RUf@a4', [seated('RUf', 'a4'), scored(4)], [0, 4]),
      acted(1, 'end', [passed(0)], [0, 4]),
    ];
    const before = groupTurns(events.slice(0, 2));
    const after = extendTurns(before, events.slice(2));
    expect(after).toEqual(groupTurns(events));
    expect(after[0]).toBe(before[0]);
    expect(before[1]?.steps).toHaveLength(1);
    expect(extendTurns(after, [{ number: ++n, at: 0, type: 'chat', player: 0, text: 'Hello' }])).toBe(after);
  });

  test('an undo can reach into an earlier turn', () => {
    const events = [
      acted(0, 'RUm@b5', [seated('RUm', 'b5')]),
      acted(0, 'end', [passed(1)]),
      acted(1, 'draw', [passed(0)]),
    ];
    const undone: RoomEvent = { number: ++n, at: 0, type: 'undone', player: 0, count: 2 };
    const turns = extendTurns(groupTurns(events), [undone, acted(0, 'RUf@a4', [seated('RUf', 'a4')])]);
    expect(turns).toMatchObject([{ number: 1, player: 0, over: false, steps: [{ action: { notation: 'RUm@b5' } }, { action: { notation: 'RUf@a4' } }] }]);
  });

  test('the history of a finished game ends with the final scores', () => {
    const all = groupTurns([acted(0, 'RUm@b5', [scored(4), passed(1)], [91, 93]), acted(1, 'close', [passed(0)], [91, 93])]);
    expect(scoreHistory(all, 2, [37, 35])).toEqual([[0, 0], [91, 93], [91, 93], [37, 35]]);
    expect(scoreHistory(all, 2).at(-1)).toEqual([91, 93]);
  });

  test('a chart’s scale goes in tens, also below zero', () => {
    expect(chartScale([[0, 0], [91, 93], [37, 35]])).toEqual({ top: 100, bottom: 0 });
    expect(chartScale([[0, 0], [4, 0], [-2, -11]])).toEqual({ top: 10, bottom: -20 });
    expect(chartScale([[0, 0]])).toEqual({ top: 10, bottom: 0 });
  });
});
