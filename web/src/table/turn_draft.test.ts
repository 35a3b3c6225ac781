import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RoomRequest } from '../source/source';
import type { GameView, RoomView, ServerMessage } from '../api/wire';

// Settings are kept in the browser; here there is none.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { TableClient } = await import('./table_client.svelte');
const { TurnDraft } = await import('./turn_draft.svelte');
const { settings } = await import('../app/settings.svelte');

beforeEach(() => void (settings.confirm = true));

const blank: GameView = {
  player: 0, seq: 5, turn: 0, placed: 0, pending: [], tables: { b4: 'RU', d4: 'GB', c3: 'FR', b2: 'ES', d2: 'IT' }, seated: {}, scores: [0, 0],
  hands: [['FRf', 'RUf', 'RUm', 'RUm'], null], hand_sizes: [4, 7], down_sizes: [0, 0], down: [[], null], guest_stock: 80, table_stock: 19, unseen: [],
  tables_left: [], bar: [], bar_values: [1, 2], eliminated: [], deadline: null, can_undo: false, undo_vote: null, result: null,
  legal: [{ action: 'RUm@b5', points: {} }, { action: 'RUf@a4', points: {} }, { action: 'FRf@c4', points: { c3: 2 } }],
};

/** A table at which one is to move, and a house that answers when it is told to. */
function table(more: Partial<GameView> = {}, game: 'card' | 'board' = 'card') {
  const asked: RoomRequest[] = [];
  const answers: ((tell: ServerMessage) => void)[] = [];
  let send: (message: ServerMessage) => void = () => {};
  const client = new TableClient('t', (listener) => {
    send = listener.onMessage;
    return {
      request: (request) => {
        asked.push(request);
        return new Promise((resolve) => answers.push(resolve));
      },
      reconnectNow: () => {},
      close: () => {},
    };
  });
  let n = 1;
  const room = { id: 't', options: { game, undo: true }, occupants: [{ name: 'Ann' }, { name: 'Ben' }] } as unknown as RoomView;
  const now = (view: GameView): ServerMessage => ({ type: 'update', number: n++, events: [], room, view });
  send(now({ ...blank, ...more }));
  const draft = new TurnDraft(client, () => room, () => client.state.view!);
  draft.look();
  return {
    client,
    draft,
    asked,
    tap: async (code: string, seat: string) => {
      draft.chosen = draft.cards.find((card) => card.code === code) ?? null;
      void draft.sit(seat);
      await settled();
    },
    /** The oldest question is answered, and the café is then like this. */
    answer: async (more: Partial<GameView>) => {
      const told = now({ ...client.state.view!, ...more });
      send(told);
      draft.look();
      answers.shift()?.(told);
      await settled();
    },
    refuse: async (code: string) => {
      answers.shift()?.({ type: 'refused', id: 1, code, message: '', tables: [] });
      await settled();
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const codes = (cards: readonly { code: string }[]): string[] => cards.map((card) => card.code);

describe('a tap that is not answered yet', () => {
  test('shows the guest on the chair at once, and no longer in the hand', async () => {
    const { draft, tap, answer } = table();
    await tap('RUm', 'b5');
    expect(draft.arriving).toMatchObject({ b5: { guest: 'RUm' } });
    expect(codes(draft.cards)).toEqual(['FRf', 'RUf', 'RUm']);
    await answer({ seq: 6, placed: 1, seated: { b5: 'RUm' }, hands: [['FRf', 'RUf', 'RUm'], null] });
    expect(draft.arriving).toEqual({});
    expect(codes(draft.cards)).toEqual(['FRf', 'RUf', 'RUm']);
  });

  test('brings the guest back to the hand if it is refused', async () => {
    const { draft, tap, refuse } = table();
    await tap('RUm', 'b5');
    await refuse('stale');
    expect(draft.arriving).toEqual({});
    expect(draft.cards).toHaveLength(4);
  });

  test('does not keep the next one from being tapped; nobody can sit on the same chair meanwhile', async () => {
    const { draft, asked, tap, answer } = table();
    await tap('RUm', 'b5');
    draft.chosen = draft.cards.find((card) => card.code === 'RUm') ?? null;
    expect([...draft.offers.keys()]).toEqual([]);
    await tap('RUf', 'a4');
    expect(asked).toHaveLength(1);
    expect(Object.keys(draft.arriving)).toEqual(['b5', 'a4']);
    await answer({ seq: 6, placed: 1, seated: { b5: 'RUm' } });
    expect(asked.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['RUf@a4'] });
  });

  test('is followed by one that nothing offers yet: whether it may be done is decided after the first', async () => {
    const { draft, asked, tap, answer } = table();
    await tap('RUm', 'b5');
    await tap('RUf', 'c4');
    expect(draft.arriving).toMatchObject({ c4: { guest: 'RUf' } });
    await answer({ seq: 6, placed: 1, seated: { b5: 'RUm' } });
    expect(asked.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['RUf@c4'] });
  });

  test('counts when it is asked whether a guest ends the turn, and what waits for the answer stays', async () => {
    const { draft, asked, tap, answer } = table({ placed: 1 });
    await tap('RUm', 'b5');
    await tap('FRf', 'c4');
    expect(draft.staged?.action).toBe('FRf@c4');
    expect(asked).toHaveLength(1);
    await answer({ seq: 6, placed: 2, seated: { b5: 'RUm' } });
    expect(draft.staged?.action).toBe('FRf@c4');
    void draft.confirm();
    expect([draft.staged, draft.arriving]).toMatchObject([null, { c4: { guest: 'FRf' } }]);
    expect(asked.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['FRf@c4'] });
  });

  test('takes what was staged after it along if it is refused', async () => {
    const { draft, tap, refuse } = table({ placed: 1 });
    await tap('RUm', 'b5');
    await tap('FRf', 'c4');
    await refuse('alone');
    expect(draft.staged).toBeNull();
    expect(draft.cards).toHaveLength(4);
  });
});

describe('what is staged', () => {
  test('is no longer meant when somebody else has moved', async () => {
    const { draft, tap, answer } = table({ placed: 2 });
    await tap('FRf', 'c4');
    expect(draft.staged).not.toBeNull();
    await answer({ seq: 6 });
    expect(draft.staged).toBeNull();
    expect(draft.chosen?.code).toBe('FRf');
  });
});

describe('what cannot be taken back', () => {
  const party = 'party b4 RUf@b5 RUf@a4';
  const end: Partial<GameView> = {
    legal: [{ action: 'bar RUm', points: { bar: 1 } }, { action: 'close', points: {} }, { action: party, points: { b4: 20 } }],
  };
  const ways = [
    ['a place at the bar', 'bar RUm', 1],
    ['closing the café', 'close', 0],
    ['a party', party, 20],
  ] as const;

  function doIt(draft: InstanceType<typeof TurnDraft>, action: string): void {
    draft.chosen = draft.cards.find((card) => card.code === 'RUm') ?? null;
    if (action === 'close') draft.closeCafe();
    else if (action === party) draft.celebrate(party, 20);
    else draft.toBar();
  }

  test.each(ways)('%s is asked about first, if one wants to be asked', async (_, action, points) => {
    const { draft, asked } = table(end, 'board');
    doIt(draft, action);
    expect(draft.staged).toMatchObject({ action, points });
    expect(draft.staged?.why).not.toBe('');
    expect(asked).toEqual([]);
    void draft.confirm();
    expect(asked).toEqual([{ type: 'play', seq: 5, actions: [action] }]);
  });

  test.each(ways)('%s is played at once, if one does not', (_, action) => {
    settings.confirm = false;
    const { draft, asked } = table(end, 'board');
    doIt(draft, action);
    expect([draft.staged, draft.chosen]).toEqual([null, null]);
    expect(asked).toEqual([{ type: 'play', seq: 5, actions: [action] }]);
  });

  test('a place at the bar that one cannot pay is always asked about', () => {
    settings.confirm = false;
    const { draft, asked } = table({ legal: [{ action: 'bar RUm', points: { bar: -4 }, eliminates: true }] }, 'board');
    doIt(draft, 'bar RUm');
    expect(draft.staged?.action).toBe('bar RUm');
    expect(asked).toEqual([]);
  });
});
