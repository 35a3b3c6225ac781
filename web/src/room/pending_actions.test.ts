import { describe, expect, test } from 'vitest';
import type { GameView, ServerMessage } from '../api/messages';
import { refusedMessage, type RoomRequest } from '../source/source';
import { PendingActions } from './pending_actions.svelte';

const done: ServerMessage = { type: 'done', id: 1 };

/** Pending actions of the player to move, and a server that answers on command. */
function setUp() {
  let view = { player: 0, turn: 0, seq: 5, result: null, undo_vote: null, tables: { b2: 'RU', b4: 'FR' } } as unknown as GameView;
  const sent: RoomRequest[] = [];
  const resolvers: ((answer: ServerMessage) => void)[] = [];
  const pending = new PendingActions(
    () => view,
    (request) => {
      sent.push(request);
      return new Promise((resolve) => resolvers.push(resolve));
    },
  );
  return {
    pending,
    sent,
    /** Answers the oldest request, after a change of the view. */
    answer: async (message: ServerMessage, change: Partial<GameView> = {}) => {
      view = { ...view, ...change };
      resolvers.shift()?.(message);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('pending actions', () => {
  test('each waits for the answer before and uses its seq', async () => {
    const { pending, sent, answer } = setUp();
    void pending.play(['RUm@a1'], { a1: { guest: 'RUm', look: 2 } });
    void pending.play(['FRf@c5'], { c5: { guest: 'FRf', look: 3 } });
    void pending.play(['end']);
    expect(sent).toEqual([{ type: 'play', seq: 5, actions: ['RUm@a1'] }]);
    expect(pending.list.map(({ actions, arriving }) => [actions[0], Object.keys(arriving)])).toEqual([['RUm@a1', ['a1']], ['FRf@c5', ['c5']], ['end', []]]);
    await answer(done, { seq: 6 });
    expect(sent.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['FRf@c5'] });
    await answer(done, { seq: 7 });
    expect(sent.at(-1)).toEqual({ type: 'play', seq: 7, actions: ['end'] });
    await answer(done, { seq: 8, turn: 1 });
    expect(pending.list).toEqual([]);
  });

  test('are dropped when an earlier one is refused', async () => {
    const { pending, sent, answer } = setUp();
    void pending.play(['RUm@a1']);
    const later = [pending.play(['FRf@c5']), pending.play(['end'])];
    await answer(refusedMessage('alone'));
    expect(await Promise.all(later)).toEqual([null, null]);
    expect(sent).toHaveLength(1);
    expect(pending.list).toEqual([]);
  });

  test.each([
    ['another player has moved as well', { seq: 7 }],
    ['the turn is over', { seq: 6, turn: 1 }],
    ['a new table was laid', { seq: 6, tables: { b2: 'RU', b4: 'IT' } }],
    ['a table is gone', { seq: 6, tables: { b2: 'RU' } }],
  ])('are refused as stale if %s', async (_, change) => {
    const { pending, sent, answer } = setUp();
    void pending.play(['RUm@a1']);
    const later = [pending.play(['FRf@c5']), pending.play(['end'])];
    await answer(done, change);
    expect(await Promise.all(later)).toEqual([refusedMessage('stale'), null]);
    expect(sent).toHaveLength(1);
  });

  test('a double play of one action counts once', async () => {
    const { pending, sent, answer } = setUp();
    const both = [pending.play(['draw']), pending.play(['draw'])];
    expect(pending.list).toHaveLength(1);
    await answer(done, { seq: 6 });
    expect(await Promise.all(both)).toEqual([done, done]);
    expect(sent).toHaveLength(1);
  });

  test('an undo between two plays keeps its place', async () => {
    const { pending, sent, answer } = setUp();
    void pending.play(['RUm@a1']);
    void pending.undo();
    void pending.play(['RUm@c5']);
    await answer(done, { seq: 6 });
    expect(sent.at(-1)).toEqual({ type: 'undo', seq: 6 });
    await answer(done, { seq: 7 });
    expect(sent.at(-1)).toEqual({ type: 'play', seq: 7, actions: ['RUm@c5'] });
  });
});

describe('two undos', () => {
  test('second undo waits for the first', async () => {
    const { pending, sent, answer } = setUp();
    const both = [pending.undo(), pending.undo()];
    expect(sent).toEqual([{ type: 'undo', seq: 5 }]);
    await answer(done, { seq: 6 });
    expect(sent).toEqual([{ type: 'undo', seq: 5 }, { type: 'undo', seq: 6 }]);
    await answer(done, { seq: 7 });
    expect(await Promise.all(both)).toEqual([done, done]);
  });

  test('second undo is dropped if the first opens a vote', async () => {
    const { pending, sent, answer } = setUp();
    const both = [pending.undo(), pending.undo()];
    await answer(done, { undo_vote: { id: 9, player: 0, count: 1, agreed: [] } });
    expect(await Promise.all(both)).toEqual([done, null]);
    expect(sent).toHaveLength(1);
  });
});
