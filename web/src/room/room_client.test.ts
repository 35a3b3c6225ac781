import { describe, expect, test } from 'vitest';
import { parseAction } from '../api/notation';
import { seatLook } from '../game/looks';
import { FakeSource, fakeRoom, fakeView, nextTask, refused } from './fake_source';
import { RoomClient } from './room_client.svelte';
import type { ClientEvent } from './client_events';

function setUp() {
  const source = new FakeSource();
  const client = new RoomClient(source.connect);
  const events: ClientEvent[] = [];
  client.subscribe((event) => events.push(event));
  source.welcome('a');
  source.update({ room: fakeRoom(), view: fakeView() });
  const refusals = () => events.flatMap((event) => (event.type === 'refused' ? [event.refusal] : []));
  return { client, source, events, refusals };
}

describe('state', () => {
  test('a presence message keeps the derived turns', () => {
    const { client, source } = setUp();
    source.update({ events: [{ type: 'action_played', player: 0, action: 'draw', by: 'player', events: [], scores: [0, 0] }] });
    const { turns } = client;
    source.receive({ type: 'presence', online: [true, true], spectators: 2 });
    source.receive({ type: 'reaction', player: 1, reaction: 'hello' });
    expect(client.turns).toBe(turns);
    expect([client.state.spectators, client.turns.length]).toEqual([2, 1]);
  });

  test('a guest keeps the look of the chosen card', async () => {
    const { client, source } = setUp();
    const look = client.looks.hand.RUm![0]!;
    void client.play(['RUm@b5'], { b5: { guest: 'RUm', look } });
    source.update({ view: fakeView({ seq: 6, seated: { b5: 'RUm' }, hands: [['FRf', 'RUf', 'RUm'], null] }) });
    expect(seatLook(client.looks, 'b5')).toBe(look);
    expect(client.looks.hand.RUm).not.toContain(look);
  });

  test('an action ends the hint', async () => {
    const { client, source } = setUp();
    const hint = { actions: [parseAction('RUm@b5')], points: 0, value: 1 };
    const hinted = client.requestHint();
    source.answer({ type: 'hint', id: 1, turns: [hint] });
    await hinted;
    expect(client.hint).toEqual(hint);
    source.update({ events: [{ type: 'action_played', player: 0, action: 'draw', by: 'clock', events: [], scores: [0, 0] }] });
    expect(client.hint).toBeNull();
  });
});

describe('events', () => {
  test('the first update is not live', () => {
    const { source, events } = setUp();
    source.update({ events: [{ type: 'chat', player: 1, text: 'Hello' }] });
    expect(events.map((event) => event.type === 'updated' && [event.live, event.events.length])).toEqual([[false, 0], [true, 1]]);
  });

  test('an unsubscribed listener gets no more events', () => {
    const { client, source } = setUp();
    const events: ClientEvent[] = [];
    const unsubscribe = client.subscribe((event) => events.push(event));
    unsubscribe();
    source.update();
    expect(events).toEqual([]);
  });

  test('refusals are values', async () => {
    const { client, source, events, refusals } = setUp();
    const played = client.play(['RUm@b5']);
    source.answer(refused('unbalanced', ['b4']));
    expect(await played).toBe(false);
    expect(refusals()).toEqual([{ code: 'unbalanced', tables: ['b4'] }]);
    expect(events.at(-1)).toMatchObject({ silent: false });
  });

  test('tryPlay returns the refusal to the caller', async () => {
    const { client, source, events } = setUp();
    const refusal = client.tryPlay(['RUm@b5']);
    source.answer(refused('unbalanced', ['b4']));
    expect(await refusal).toEqual({ code: 'unbalanced', tables: ['b4'] });
    expect(events.at(-1)).toMatchObject({ type: 'refused', silent: true });
  });

  test('a game without spectators closes the table', () => {
    const { source, refusals } = setUp();
    source.receive({ type: 'refused', id: 0, code: 'spectators_off', message: '', tables: [] });
    expect([refusals(), source.closed]).toEqual([[{ code: 'spectators_off', tables: [] }], true]);
  });
});

describe('chat', () => {
  test('has arrived if it is among the events after a break', async () => {
    const { client, source, refusals } = setUp();
    const accepted = client.sendChat('Hello');
    source.update({ events: [{ type: 'chat', player: 0, text: 'Hello' }] });
    source.answer(refused('unsure'));
    expect(await accepted).toBe(true);
    expect(refusals()).toEqual([]);
  });

  test.each([
    ['no message arrived', []],
    ['another player sent the same text', [{ type: 'chat', player: 1, text: 'Hello' } as const]],
  ])('is refused as unsure if %s', async (_, events) => {
    const { client, source, refusals } = setUp();
    const accepted = client.sendChat('Hello');
    source.update({ events: [...events] });
    source.answer(refused('unsure'));
    expect(await accepted).toBe(false);
    expect(refusals()).toEqual([{ code: 'unsure', tables: [] }]);
  });

  test('a lost reaction is not reported', async () => {
    const { client, source, refusals } = setUp();
    const sent = client.react('bravo');
    source.answer(refused('unsure'));
    await sent;
    expect(refusals()).toEqual([]);
  });
});

describe('closing', () => {
  test('settles every waiting caller without a refusal', async () => {
    const { client, refusals } = setUp();
    const hint = client.requestHint();
    expect(client.busy).toBe(true);
    const callers = [client.play(['RUm@b5']), client.play(['end']), client.tryPlay(['draw']), client.undo(), client.sendChat('Hello'), client.react('hmm'), client.request({ type: 'start' })];
    client.close();
    await hint;
    await nextTask();
    const [first, second, , , chat] = await Promise.all(callers);
    expect([first, second, chat]).toEqual([false, false, false]);
    expect([client.busy, client.pending, refusals()]).toEqual([false, [], []]);
  });

  test('a denial settles callers and keeps its reason', async () => {
    const { client, source, refusals } = setUp();
    const accepted = client.sendChat('Hello');
    source.deny('outdated');
    expect(await accepted).toBe(false);
    expect([client.connection.deniedReason, refusals()]).toEqual(['outdated', []]);
  });
});
