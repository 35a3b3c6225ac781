import { describe, expect, test } from 'vitest';
import { PendingActions } from './pending_actions.svelte';
import type { RoomRequest } from '../source/source';
import type { GameView, ServerMessage } from '../api/wire';

const done: ServerMessage = { type: 'done', id: 1 };
const refused = (code: string): ServerMessage => ({ type: 'refused', id: 1, code, message: '', tables: [] });

/** A table at which one is to move, and a house that answers when it is told to. */
function table() {
  let view = { player: 0, turn: 0, seq: 5, result: null, tables: { b2: 'RU', b4: 'FR' } } as unknown as GameView;
  const asked: RoomRequest[] = [];
  const answers: ((tell: ServerMessage) => void)[] = [];
  const acts = new PendingActions(
    () => view,
    (request) => {
      asked.push(request);
      return new Promise((resolve) => answers.push(resolve));
    },
  );
  const settle = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return {
    acts,
    asked,
    /** The oldest question is answered, and the café is then like this. */
    answer: async (tell: ServerMessage, more: Partial<GameView> = {}) => {
      view = { ...view, ...more };
      answers.shift()?.(tell);
      await settle();
    },
  };
}

describe('what is tapped while something is unanswered', () => {
  test('waits, and answers the moment that comes of the tap before', async () => {
    const { acts, asked, answer } = table();
    void acts.play(['RUm@a1'], 2);
    void acts.play(['FRf@c5'], 3);
    void acts.play(['end']);
    expect(asked).toEqual([{ type: 'play', seq: 5, actions: ['RUm@a1'] }]);
    expect(acts.waiting.map((one) => [one.actions[0], one.look])).toEqual([['RUm@a1', 2], ['FRf@c5', 3], ['end', null]]);
    await answer(done, { seq: 6 });
    expect(asked.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['FRf@c5'] });
    await answer(done, { seq: 7 });
    expect(asked.at(-1)).toEqual({ type: 'play', seq: 7, actions: ['end'] });
    await answer(done, { seq: 8, turn: 1 });
    expect(acts.waiting).toEqual([]);
  });

  test('is dropped without another word if the tap before it is refused', async () => {
    const { acts, asked, answer } = table();
    void acts.play(['RUm@a1']);
    const later = [acts.play(['FRf@c5']), acts.play(['end'])];
    await answer(refused('alone'));
    expect(await Promise.all(later)).toEqual([null, null]);
    expect(asked).toHaveLength(1);
    expect(acts.waiting).toEqual([]);
  });

  test.each([
    ['somebody else has moved as well', { seq: 7 }],
    ['the turn is over', { seq: 6, turn: 1 }],
    ['a new table was laid', { seq: 6, tables: { b2: 'RU', b4: 'IT' } }],
    ['a table is gone', { seq: 6, tables: { b2: 'RU' } }],
  ])('is not played blindly if %s', async (_, more) => {
    const { acts, asked, answer } = table();
    void acts.play(['RUm@a1']);
    const later = [acts.play(['FRf@c5']), acts.play(['end'])];
    await answer(done, more);
    expect(await Promise.all(later)).toEqual([refusedAs('stale'), null]);
    expect(asked).toHaveLength(1);
  });

  test('is one tap if it is the same once more', async () => {
    const { acts, asked, answer } = table();
    const both = [acts.play(['draw']), acts.play(['draw'])];
    expect(acts.waiting).toHaveLength(1);
    await answer(done, { seq: 6 });
    expect(await Promise.all(both)).toEqual([done, done]);
    expect(asked).toHaveLength(1);
  });

  test('takes back what was tapped before it, in its turn', async () => {
    const { acts, asked, answer } = table();
    void acts.play(['RUm@a1']);
    void acts.takeBack();
    void acts.play(['RUm@c5']);
    await answer(done, { seq: 6 });
    expect(asked.at(-1)).toEqual({ type: 'undo', seq: 6 });
    await answer(done, { seq: 7 });
    expect(asked.at(-1)).toEqual({ type: 'play', seq: 7, actions: ['RUm@c5'] });
  });
});

function refusedAs(code: string): unknown {
  return expect.objectContaining({ type: 'refused', code });
}
