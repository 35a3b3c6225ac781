import { expect, test } from 'vitest';
import { parseAction } from '../../api/notation';
import { t } from '../../i18n/i18n.svelte';
import { FakeEvents, played } from './fake_events';
import { startRoomNotices } from './room_notices';

function setUp() {
  const events = new FakeEvents();
  const texts: string[] = [];
  const stop = startRoomNotices(events.subscribe, (text) => {
    const shown = text();
    texts.push(shown);
    return () => texts.splice(texts.indexOf(shown), 1);
  });
  return { events, texts, stop };
}

test('a refusal names the nations of its tables', () => {
  const { events, texts } = setUp();
  events.refuse('unbalanced', ['b4', 'c3']);
  expect(texts[0]).toContain('at the Russian table and at the French table');
});

test('a silent refusal shows nothing', () => {
  const { events, texts } = setUp();
  events.refuse('alone', [], true);
  expect(texts).toEqual([]);
});

test('a declined undo is shown to the player who asked', () => {
  const { events, texts } = setUp();
  events.update([{ type: 'undo_declined', player: 1 }]);
  expect(texts).toEqual([]);
  events.update([], { undo_vote: { id: 9, player: 0, count: 1, agreed: [] } });
  events.update([{ type: 'undo_declined', player: 1 }]);
  expect(texts).toEqual([t('undo.declined', { name: 'Ben', you: 'no' })]);
});

test('a granted undo removes the notice that an earlier one was declined', () => {
  const { events, texts } = setUp();
  events.update([], { undo_vote: { id: 9, player: 0, count: 1, agreed: [] } });
  events.update([{ type: 'undo_declined', player: 1 }], { undo_vote: null });
  events.update([played('draw')]);
  expect(texts).toHaveLength(1);
  events.update([{ type: 'undo_requested', player: 0, count: 1 }], { undo_vote: { id: 10, player: 0, count: 1, agreed: [] } });
  expect(texts).toEqual([]);
});

test('a nudge is shown to the player who is nudged', () => {
  const { events, texts } = setUp();
  events.update([{ type: 'nudged', player: 1, to: 0 }]);
  expect(texts).toEqual([t('announce.nudged', { name: 'Ben', you: 'no' })]);
});

test('an own action removes a refusal', () => {
  const { events, texts } = setUp();
  events.refuse('alone');
  events.update([{ type: 'action_played', player: 0, action: 'draw', by: 'player', events: [], scores: [0, 0] }]);
  expect(texts).toEqual([]);
});

test.each([
  ['draw', 1],
  ['bar RUm', 1],
  ['RUm@b5', 0],
])('a hint to %s shows %i notices', (action, count) => {
  const { events, texts } = setUp();
  events.emit({ type: 'hinted', hint: { actions: [parseAction(action)], points: 0 }, state: events.state });
  expect(texts).toHaveLength(count);
});

test('shows nothing once stopped', () => {
  const { events, texts, stop } = setUp();
  stop();
  events.refuse('alone');
  expect(texts).toEqual([]);
});
