import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameView } from '../api/messages';
import { parseAction } from '../api/notation';
import type * as Wire from '../api/wire';
import { FakeSource, fakeRoom, fakeView, nextTask, refused } from './fake_source';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });
const { RoomClient } = await import('./room_client.svelte');
const { TurnDraft } = await import('./turn_draft.svelte');
const { textOf } = await import('./keyed_text');
const { loadLanguage } = await import('../i18n/i18n.svelte');
const { settings } = await import('../app/settings.svelte');

beforeEach(() => void (settings.confirm = true));

function setUp(change: Partial<Wire.GameView> = {}, game: 'card' | 'board' = 'card') {
  const source = new FakeSource();
  const client = new RoomClient(source.connect);
  const room = fakeRoom(game);
  source.update({ room, view: fakeView(change) });
  const draft = new TurnDraft(client, () => room, () => client.state.view!);
  draft.adapt();
  return {
    client,
    draft,
    sent: source.sent,
    tap: async (code: string, seat: string) => {
      draft.chosen = draft.cards.find((card) => card.code === code) ?? null;
      void draft.seat(seat);
      await nextTask();
    },
    /** Changes the view and accepts the oldest request. */
    accept: async (next: Partial<GameView>) => {
      const message = source.update({ view: { ...client.state.view!, ...next } });
      draft.adapt();
      source.answer(message);
      await nextTask();
    },
    refuse: async (code: string) => {
      source.answer(refused(code));
      await nextTask();
    },
  };
}

const codes = (cards: readonly { code: string }[]): string[] => cards.map(({ code }) => code);

describe('an unanswered tap', () => {
  test('shows the guest on the seat and not in the hand', async () => {
    const { draft, tap, accept } = setUp();
    await tap('RUm', 'b5');
    expect(draft.arriving).toMatchObject({ b5: { guest: 'RUm' } });
    expect(codes(draft.cards)).toEqual(['FRf', 'RUf', 'RUm']);
    await accept({ seq: 6, placed: 1, seated: { b5: 'RUm' }, hands: [['FRf', 'RUf', 'RUm'], null] });
    expect(draft.arriving).toEqual({});
    expect(codes(draft.cards)).toEqual(['FRf', 'RUf', 'RUm']);
  });

  test('returns the guest to the hand if refused', async () => {
    const { draft, tap, refuse } = setUp();
    await tap('RUm', 'b5');
    await refuse('stale');
    expect(draft.arriving).toEqual({});
    expect(draft.cards).toHaveLength(4);
  });

  test('blocks its seat but not the next tap', async () => {
    const { draft, sent, tap, accept } = setUp();
    await tap('RUm', 'b5');
    draft.chosen = draft.cards.find((card) => card.code === 'RUm') ?? null;
    expect([...draft.offers.keys()]).toEqual([]);
    await tap('RUf', 'a4');
    expect(sent).toHaveLength(1);
    expect(Object.keys(draft.arriving)).toEqual(['b5', 'a4']);
    await accept({ seq: 6, placed: 1, seated: { b5: 'RUm' } });
    expect(sent.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['RUf@a4'] });
  });

  test('can be followed by a seat that is not offered yet', async () => {
    const { draft, sent, tap, accept } = setUp();
    await tap('RUm', 'b5');
    await tap('RUf', 'c4');
    expect(draft.arriving).toMatchObject({ c4: { guest: 'RUf' } });
    await accept({ seq: 6, placed: 1, seated: { b5: 'RUm' } });
    expect(sent.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['RUf@c4'] });
  });

  test('counts as seated when the last guest is staged', async () => {
    const { draft, sent, tap, accept } = setUp({ placed: 1 });
    await tap('RUm', 'b5');
    await tap('FRf', 'c4');
    expect(draft.staged?.action.notation).toBe('FRf@c4');
    expect(sent).toHaveLength(1);
    await accept({ seq: 6, placed: 2, seated: { b5: 'RUm' } });
    expect(draft.staged?.action.notation).toBe('FRf@c4');
    void draft.confirm();
    expect([draft.staged, draft.arriving]).toMatchObject([null, { c4: { guest: 'FRf' } }]);
    expect(sent.at(-1)).toEqual({ type: 'play', seq: 6, actions: ['FRf@c4'] });
  });

  test('cancels what was staged after it if refused', async () => {
    const { draft, tap, refuse } = setUp({ placed: 1 });
    await tap('RUm', 'b5');
    await tap('FRf', 'c4');
    await refuse('alone');
    expect(draft.staged).toBeNull();
    expect(draft.cards).toHaveLength(4);
  });
});

describe('a staged action', () => {
  test('is dropped when another player has moved', async () => {
    const { draft, tap, accept } = setUp({ placed: 2 });
    await tap('FRf', 'c4');
    expect(draft.staged).not.toBeNull();
    await accept({ seq: 6 });
    expect(draft.staged).toBeNull();
    expect(draft.chosen?.code).toBe('FRf');
  });

  test('changes its texts with the language', async () => {
    const { draft, tap } = setUp({ placed: 2 });
    await tap('FRf', 'c4');
    const texts = (): string[] => [textOf(draft.staged!.why), textOf(draft.staged!.confirm)];
    await loadLanguage('en');
    const english = texts();
    await loadLanguage('de');
    const german = texts();
    await loadLanguage('en');
    expect(german.every((text, i) => text !== '' && text !== english[i])).toBe(true);
    expect(texts()).toEqual(english);
  });
});

describe('a guest who fills a table', () => {
  const almostFull: Partial<Wire.GameView> = { seated: { b5: 'RUm', a4: 'RUf', b3: 'RUm' }, legal: [{ action: 'RUm@c4', points: { b4: 4 } }] };

  test('waits for a confirmation where full tables are cleared', async () => {
    const { draft, tap } = setUp(almostFull, 'card');
    await tap('RUm', 'c4');
    expect(draft.staged?.why).toEqual({ key: 'turn.fillsTable' });
  });

  test('is seated at once where they stay', async () => {
    const { draft, sent, tap } = setUp(almostFull, 'board');
    await tap('RUm', 'c4');
    expect(draft.staged).toBeNull();
    expect(sent).toEqual([{ type: 'play', seq: 5, actions: ['RUm@c4'] }]);
  });
});

describe('an action that cannot be undone', () => {
  const party = 'party b4 RUf@b5 RUf@a4';
  const lateGame: Partial<Wire.GameView> = {
    legal: [{ action: 'bar RUm', points: { bar: 1 } }, { action: 'close', points: {} }, { action: party, points: { b4: 20 } }],
  };
  const actions = [
    ['a place at the bar', 'bar RUm', 1],
    ['closing the café', 'close', 0],
    ['a party', party, 20],
  ] as const;

  function perform(draft: InstanceType<typeof TurnDraft>, action: string): void {
    draft.chosen = draft.cards.find((card) => card.code === 'RUm') ?? null;
    if (action === 'close') draft.closeCafe();
    else if (action === party) draft.giveParty(parseAction(party), 20);
    else draft.toBar();
  }

  test.each(actions)('%s waits for a confirmation', async (_, action, points) => {
    const { draft, sent } = setUp(lateGame, 'board');
    perform(draft, action);
    expect(draft.staged).toMatchObject({ action: { notation: action }, points });
    expect(textOf(draft.staged!.why)).not.toBe('');
    expect(sent).toEqual([]);
    void draft.confirm();
    expect(sent).toEqual([{ type: 'play', seq: 5, actions: [action] }]);
  });

  test.each(actions)('%s is played at once without confirmations', (_, action) => {
    settings.confirm = false;
    const { draft, sent } = setUp(lateGame, 'board');
    perform(draft, action);
    expect([draft.staged, draft.chosen]).toEqual([null, null]);
    expect(sent).toEqual([{ type: 'play', seq: 5, actions: [action] }]);
  });

  test('elimination always waits for a confirmation', () => {
    settings.confirm = false;
    const { draft, sent } = setUp({ legal: [{ action: 'bar RUm', points: { bar: -4 }, eliminates: true }] }, 'board');
    perform(draft, 'bar RUm');
    expect(draft.staged?.action.notation).toBe('bar RUm');
    expect(sent).toEqual([]);
  });
});

describe('undo', () => {
  test('two taps take back two guests', async () => {
    const { draft, sent, accept } = setUp({ placed: 2, can_undo: true });
    draft.undo();
    draft.undo();
    await nextTask();
    expect(sent).toEqual([{ type: 'undo', seq: 5 }]);
    await accept({ seq: 6, placed: 1 });
    expect(sent).toEqual([{ type: 'undo', seq: 5 }, { type: 'undo', seq: 6 }]);
  });

  test('more taps than guests do not reach an earlier turn', async () => {
    const { draft, sent, accept } = setUp({ placed: 1, can_undo: true });
    draft.undo();
    draft.undo();
    await accept({ seq: 6, placed: 0 });
    draft.undo();
    await nextTask();
    expect(sent).toEqual([{ type: 'undo', seq: 5 }]);
  });
});

test('a taken seat is refused without a request', async () => {
  const { client, draft, sent, tap } = setUp({ seated: { b5: 'RUf' }, legal: [] });
  const codes: string[] = [];
  client.subscribe((event) => event.type === 'refused' && codes.push(event.refusal.code));
  await tap('RUm', 'b5');
  expect([codes, sent, draft.refusedSeat]).toEqual([['seat_taken'], [], 'b5']);
});

test('a card that is laid down leaves no other one chosen', async () => {
  const { draft, sent, accept } = setUp({ legal: [{ action: 'down RUm', points: {} }] });
  draft.choose(draft.cards.find((card) => card.code === 'RUm')!);
  draft.layDown();
  await nextTask();
  expect(sent.at(-1)).toMatchObject({ type: 'play', actions: ['down RUm'] });
  await accept({ seq: 6, turn: 1, hands: [['FRf', 'RUf', 'RUm'], null] });
  expect(draft.chosen).toBeNull();
});
