import { describe, expect, test } from 'vitest';
import type { GameView, OccupantView, RoomEvent, RoomView, ServerMessage } from '../api/messages';
import { parseAction } from '../api/notation';
import { hasResigned, hasTurnChanged, initialState, isAskedToEnd, isMyTurn, nudgedBy, ownPlayer, reduce } from './state';

const view = (change: Partial<GameView>): GameView => ({
  player: 0, seq: 0, turn: 0, placed: 0, pending: [], tables: {}, seated: {}, scores: [0, 0], penalties: [0, 14], totals: [0, -14], hands: [[], null],
  hand_sizes: [0, 7], down_sizes: [0, 0], down: [[], null], guest_stock: 82, table_stock: 19, unseen: [], tables_left: [],
  bar: [], bar_values: [], eliminated: [], deadline: null, can_undo: false, undo_vote: null, end_vote: null, nudge_at: null, claim_at: null, legal: [], unseatable: [], result: null, ...change,
});
const opened = (n: number): RoomEvent => ({ number: n, at: 0, type: 'opened' });
const played = (n: number, player: number, action: string, over: boolean): RoomEvent => ({
  number: n, at: 0, type: 'action_played', player, action: parseAction(action), by: 'player', events: over ? [{ type: 'turn_passed', to: 1 - player }] : [], scores: [0, 0],
});
const update = (n: number, events: RoomEvent[], change: { room?: RoomView; view?: GameView } = {}): ServerMessage => ({ type: 'update', number: n, events, ...change });
const result = { why: 'guests', penalties: [0, 0], final: [1, 2], winners: [1], places: [2, 1], resigned: [] };

describe('reduce', () => {
  test('an event that is sent again counts once', () => {
    let state = reduce(initialState, update(2, [opened(1), opened(2)]));
    state = reduce(state, update(3, [opened(1), opened(2), opened(3)]));
    expect(state.events.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(state.lastNumber).toBe(3);
  });

  test('a condensed update replaces events and turns', () => {
    const before = reduce(initialState, update(3, [opened(1), played(2, 0, 'RUm@b5', true), played(3, 1, 'RUf@a4', true)]));
    const condensed: ServerMessage = { type: 'update', number: 900, events: [played(2, 0, 'RUm@b5', true), played(898, 1, 'draw', true)], condensed: true };
    const after = reduce(before, condensed);
    expect(after.events.map(({ number }) => number)).toEqual([2, 898]);
    expect(after.turns.map(({ steps }) => steps[0]?.n)).toEqual([2, 898]);
    expect(after.lastNumber).toBe(900);
  });

  test('an update without a view keeps the view', () => {
    const before = reduce(initialState, update(1, [opened(1)], { view: view({ seq: 4 }) }));
    expect(reduce(before, update(2, [opened(2)])).view).toBe(before.view);
  });

  test('an old update does not replace a newer view', () => {
    const before = reduce(initialState, update(9, [opened(9)], { view: view({ seq: 6 }) }));
    const after = reduce(before, update(8, [opened(8)], { view: view({ seq: 5 }) }));
    expect(after.view?.seq).toBe(6);
    expect(after.events).toHaveLength(1);
  });

  test('a refusal returns the same state', () => {
    const message: ServerMessage = { type: 'refused', id: 1, code: 'alone', message: '', tables: ['b4'] };
    expect(reduce(initialState, message)).toBe(initialState);
  });

  test('the welcome gives the clock skew', () => {
    expect(reduce(initialState, { type: 'welcome', protocol: 1, now: 5_000, visitor: 'v' }, 3_500).clockSkewMs).toBe(1_500);
  });

  test('presence, reactions and chat keep the turns', () => {
    const before = reduce(initialState, update(2, [played(1, 0, 'RUm@b5', true), played(2, 1, 'draw', true)]));
    const messages: ServerMessage[] = [
      { type: 'presence', online: [true, false], spectators: 1 },
      { type: 'reaction', player: 1, reaction: 'bravo' },
      update(3, [{ number: 3, at: 0, type: 'chat', player: 1, text: 'Hello' }]),
    ];
    const after = messages.reduce((state, message) => reduce(state, message), before);
    expect(after.turns).toBe(before.turns);
    expect(after.turns).toHaveLength(2);
    expect(reduce(before, messages[0]!).events).toBe(before.events);
  });

  test('an action leaves earlier turns untouched', () => {
    const before = reduce(initialState, update(2, [played(1, 0, 'RUm@b5', true), played(2, 1, 'RUf@a4', false)]));
    const after = reduce(before, update(3, [played(3, 1, 'end', true)]));
    expect(after.turns[0]).toBe(before.turns[0]);
    expect(after.turns[1]?.steps).toHaveLength(2);
  });

  test('a repeated reaction counts up', () => {
    const message: ServerMessage = { type: 'reaction', player: 1, reaction: 'bravo' };
    expect(reduce(reduce(initialState, message), message).reactions[1]).toEqual({ reaction: 'bravo', count: 2 });
  });
});

describe('whose turn it is', () => {
  const running = reduce(initialState, update(1, [], { view: view({}) }));

  test('ends with the game', () => {
    expect(isMyTurn(running)).toBe(true);
    expect(ownPlayer(running)).toBe(0);
    expect(isMyTurn(reduce(running, update(2, [], { view: view({ result }) })))).toBe(false);
  });

  test('changes with the player to move and with the end', () => {
    const over = reduce(running, update(2, [], { view: view({ result }) }));
    expect(hasTurnChanged(initialState, running)).toBe(true);
    expect(hasTurnChanged(running, reduce(running, update(2, [], { view: view({ turn: 1 }) })))).toBe(true);
    expect(hasTurnChanged(running, over)).toBe(true);
    expect(hasTurnChanged(over, reduce(over, update(3, [], { view: view({ result: { ...result } }) })))).toBe(false);
  });
});

describe('leaving a game', () => {
  const occupant = (visitor: string, resigned: boolean): OccupantView => ({
    name: visitor, visitor, bot: null, is_program: false, reserved_for: null, bot_plays: resigned, resigned, muted: false, has_share: false,
  });
  const room = { occupants: [occupant('ann', true), occupant('ben', false)] } as unknown as RoomView;
  const welcome = (visitor: string): ServerMessage => ({ type: 'welcome', protocol: 1, now: 0, visitor });

  test('who resigned watches as a spectator and is still that player', () => {
    const watching = reduce(reduce(initialState, welcome('ann')), update(1, [], { room, view: view({ player: null }) }));
    expect([hasResigned(watching), ownPlayer(watching), isMyTurn(watching)]).toEqual([true, 0, false]);
    const other = reduce(reduce(initialState, welcome('ben')), update(1, [], { room, view: view({ player: 1 }) }));
    expect(hasResigned(other)).toBe(false);
  });

  test('only players whose agreement is missing are asked', () => {
    const asked = (player: number | null) =>
      isAskedToEnd(reduce(initialState, update(1, [], { view: view({ player, end_vote: { id: 7, player: 0, agreed: [2], missing: [1] } }) })));
    expect([asked(0), asked(1), asked(2), asked(null)]).toEqual([false, true, false, false]);
  });

  test('a nudge counts for the current turn', () => {
    const nudged = (n: number): RoomEvent => ({ number: n, at: 0, type: 'nudged', player: 1, to: 0 });
    const first = reduce(initialState, update(2, [opened(1), nudged(2)], { view: view({}) }));
    expect(nudgedBy(first)).toBe(1);
    const theirs = reduce(first, update(3, [played(3, 0, 'draw', true)], { view: view({ turn: 1 }) }));
    expect(nudgedBy(theirs)).toBeNull();
    const next = reduce(theirs, update(4, [played(4, 1, 'draw', true)], { view: view({}) }));
    expect(nudgedBy(next)).toBeNull();
    expect(nudgedBy(reduce(next, update(5, [nudged(5)], { view: view({}) })))).toBe(1);
  });
});
