import { describe, expect, test } from 'vitest';
import type { GameView, RoomEvent, RoomView, ServerMessage } from '../api/wire';
import { initialState, reduce, isMyTurn, ownPlayer } from './state';

const view = (more: Partial<GameView>): GameView => ({
  player: 0, seq: 0, turn: 0, placed: 0, pending: [], tables: {}, seated: {}, scores: [0, 0], hands: [[], null],
  hand_sizes: [0, 7], down_sizes: [0, 0], down: [[], null], guest_stock: 82, table_stock: 19, unseen: [], tables_left: [],
  bar: [], bar_values: [], eliminated: [], deadline: null, can_undo: false, undo_vote: null, legal: [], result: null, ...more,
});
const opened = (n: number): RoomEvent => ({ number: n, at: 0, type: 'opened' });
const now = (n: number, happened: RoomEvent[], more: { room?: RoomView; view?: GameView } = {}): ServerMessage => ({ type: 'update', number: n, events: happened, ...more });

describe('heard', () => {
  test('a look from the start tells nothing twice', () => {
    let state = reduce(initialState, now(2, [opened(1), opened(2)]));
    state = reduce(state, now(3, [opened(1), opened(2), opened(3)]));
    expect(state.events.map((one) => one.number)).toEqual([1, 2, 3]);
    expect(state.n).toBe(3);
  });

  test('what did not change stays as it was', () => {
    const before = reduce(initialState, now(1, [opened(1)], { view: view({ seq: 4 }) }));
    const after = reduce(before, now(2, [opened(2)]));
    expect(after.view?.seq).toBe(4);
  });

  test('an old look does not undo a newer one', () => {
    const before = reduce(initialState, now(9, [opened(9)], { view: view({ seq: 6 }) }));
    const after = reduce(before, now(8, [opened(8)], { view: view({ seq: 5 }) }));
    expect(after.view?.seq).toBe(6);
    expect(after.events).toHaveLength(1);
  });

  test('it is nobody’s turn once the game is over', () => {
    const going = reduce(initialState, now(1, [], { view: view({}) }));
    expect(isMyTurn(going)).toBe(true);
    expect(ownPlayer(going)).toBe(0);
    const result = { why: 'guests', penalties: [0, 0], final: [1, 2], winners: [1], places: [2, 1] };
    expect(isMyTurn(reduce(going, now(2, [], { view: view({ result }) })))).toBe(false);
  });

  test('a refusal changes nothing', () => {
    const told: ServerMessage = { type: 'refused', id: 1, code: 'alone', message: '', tables: ['b4'] };
    expect(reduce(initialState, told)).toBe(initialState);
  });

  test('the server’s clock is known from the welcome', () => {
    expect(reduce(initialState, { type: 'welcome', protocol: 1, now: 5_000, visitor: 'v' }, 3_500).skew).toBe(1_500);
  });
});
