import { expect, test } from 'vitest';
import { t } from '../../i18n/i18n.svelte';
import { startAnnouncer } from './announcer';
import { FakeEvents, played, scored } from './fake_events';

function setUp(muted: number[] = []) {
  const events = new FakeEvents();
  const texts: string[] = [];
  const stop = startAnnouncer(events.subscribe, (player) => muted.includes(player), (text) => texts.push(text()));
  return { events, texts, stop };
}

const chat = (text: string) => ({ type: 'chat', player: 1, text }) as const;

test('announces each update by itself', () => {
  const { events, texts } = setUp();
  events.update([chat('Hello')]);
  events.update([chat('Coffee?')]);
  expect(texts).toEqual(['Hello', 'Coffee?'].map((text) => t('announce.chat', { name: 'Ben', you: 'no', text })));
});

test('announces an action and the next turn together', () => {
  const { events, texts } = setUp();
  events.update([], { turn: 1 });
  events.update([played('RUm@c4', scored(2))], { turn: 0 });
  expect(texts.at(-1)).toMatch(/^Ben .* c4: .* 2 /);
  expect(texts.at(-1)).toContain(t('announce.yourTurn', { n: 4 }));
});

test('leaves out muted players', () => {
  const { events, texts } = setUp([1]);
  events.update([chat('Hurry up!')]);
  expect(texts).toEqual([]);
});

test('announces only the turn of the first update', () => {
  const { events, texts } = setUp();
  events.update([chat('Hello')], { turn: 1 }, false);
  expect(texts).toEqual([t('announce.turn', { name: 'Ben' })]);
});

test('announces nothing once stopped', () => {
  const { events, texts, stop } = setUp();
  stop();
  events.update([chat('Hello')]);
  expect(texts).toEqual([]);
});
