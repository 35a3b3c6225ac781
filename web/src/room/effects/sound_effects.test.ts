import { expect, test, vi } from 'vitest';
import type { Sound } from '../sounds';
import { FakeEvents, played, scored } from './fake_events';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { startSoundEffects } = await import('./sound_effects');

function setUp() {
  const events = new FakeEvents();
  const sounds: Sound[] = [];
  const stop = startSoundEffects(events.subscribe, (sound) => sounds.push(sound));
  return { events, sounds, stop };
}

test('an action sounds like a cup, or like points', () => {
  const { events, sounds } = setUp();
  events.update([played('draw'), played('RUm@b5', scored(4))]);
  expect(sounds).toEqual(['cup', 'points']);
});

test('the start of the own turn has a sound', () => {
  const { events, sounds } = setUp();
  events.update([], { turn: 1 });
  expect(sounds).toEqual([]);
  events.update([], { turn: 0 });
  expect(sounds).toEqual(['turn']);
});

test('events before the table was opened are silent', () => {
  const { events, sounds } = setUp();
  events.update([played('draw')], undefined, false);
  expect(sounds).toEqual([]);
});

test('is silent once stopped', () => {
  const { events, sounds, stop } = setUp();
  stop();
  events.update([played('draw')]);
  expect(sounds).toEqual([]);
});
