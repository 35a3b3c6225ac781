import { describe, expect, test } from 'vitest';
import { noLooks } from '../game/looks';
import { offersFor } from '../game/offers';
import { groupTurns } from '../game/turns';
import type { RoomEvent } from '../api/messages';
import { parseAction } from '../api/notation';
import { buildBoardView, type BoardViewInput } from './board_view';
import { fakeView } from './fake_source';

const view = fakeView({ seated: { b5: 'RUm', a4: 'RUf' }, legal: [{ action: 'FRf@c4', points: { c3: 2 }, doubled: ['c3'] }, { action: 'draw', points: {} }] });
const event = (number: number, player: number, seat: string): RoomEvent => ({
  number, at: 0, type: 'action_played', player, action: parseAction(`RUm@${seat}`), by: 'player',
  events: [{ type: 'seated', guest: 'RUm', seat }, { type: 'scored', table: 'b4', nation: 'RU', guests: 2, doubled: false, points: 4 }, { type: 'turn_passed', to: 1 - player }],
  scores: [4, 0],
});
const turns = groupTurns([event(1, 0, 'b5'), event(2, 1, 'a4')]);

function input(change: { [K in keyof BoardViewInput]?: Partial<BoardViewInput[K]> | null } = {}): BoardViewInput {
  return {
    game: { view, turns, player: 0, looks: noLooks, hint: null, myTurn: true, busy: false, ...change.game },
    draft: { offers: offersFor(view, 'FRf'), staged: null, arriving: {}, parties: new Map([['c3', []]]), bar: { points: 1 }, refusedSeat: null, chosen: null, ...change.draft },
    effects: { scorePopups: [], leavingTables: [], blamedTables: new Set(), ...change.effects },
    past: (change.past as BoardViewInput['past']) ?? null,
    lookedTurn: (change.lookedTurn as BoardViewInput['lookedTurn']) ?? null,
    centre: null,
    coordinates: false,
  };
}

describe('the present board', () => {
  test('offers what the player can do', () => {
    const board = buildBoardView(input());
    expect([[...board.offers.keys()], [...board.partyTables], board.barOpen, board.canDraw]).toEqual([['c4'], ['c3'], true, true]);
    expect([...board.marked.keys()]).toEqual(['a4']);
  });

  test('marks the places of a turn in the log', () => {
    expect([...buildBoardView(input({ lookedTurn: turns[0]! })).marked.keys()]).toEqual(['b5']);
  });

  test('with a staged action offers nothing else', () => {
    const board = buildBoardView(input({ draft: { staged: { action: parseAction('FRf@c4'), seats: { c4: 'FRf' }, points: 2, look: 3 } } }));
    expect(board.staged).toEqual({ seats: { c4: 'FRf' }, bar: null, points: 2, why: 'FR 1×2', look: 3 });
    expect([board.partyTables.size, board.barOpen, board.canDraw]).toEqual([0, false, false]);
  });

  test('shows a staged guest at the bar', () => {
    const board = buildBoardView(input({ draft: { staged: { action: parseAction('bar FRf'), seats: {}, points: -2, look: 1 } } }));
    expect(board.staged).toMatchObject({ seats: {}, bar: 'FRf', points: -2 });
  });

  test('points at the seat of a hint', () => {
    expect(buildBoardView(input({ game: { hint: { actions: [parseAction('FRf@c4')], points: 2, value: 2 } } })).hinted).toBe('c4');
    expect(buildBoardView(input({ game: { hint: { actions: [parseAction('draw')], points: 0, value: 0 } } })).hinted).toBeNull();
  });

  test('does not point at the seat of a hint for another guest', () => {
    const hint = { actions: [parseAction('FRf@c4')], points: 2, value: 2 };
    expect(buildBoardView(input({ game: { hint }, draft: { chosen: { code: 'FRf' } } })).hinted).toBe('c4');
    expect(buildBoardView(input({ game: { hint }, draft: { chosen: { code: 'RUm' } } })).hinted).toBeNull();
  });

  test('scrolls to points of other players only', () => {
    const popup = { n: 1, cell: 'a4', player: 1, events: [] };
    expect(buildBoardView(input({ effects: { scorePopups: [popup] } })).focusCell).toBe('a4');
    expect(buildBoardView(input({ effects: { scorePopups: [{ ...popup, player: 0 }] } })).focusCell).toBeNull();
  });
});

test('a past turn shows its own guests and points', () => {
  const board = buildBoardView(input({ past: { turn: turns[0]!, view: fakeView({ seated: { b5: 'RUm' } }) } }));
  expect(board.view.seated).toEqual({ b5: 'RUm' });
  expect([[...board.marked.keys()], board.focusCell, board.scorePopups.map(({ cell }) => cell)]).toEqual([['b5'], 'b5', ['b5']]);
  expect([board.offers.size, board.partyTables.size, board.barOpen, board.staged]).toEqual([0, 0, false, null]);
});
