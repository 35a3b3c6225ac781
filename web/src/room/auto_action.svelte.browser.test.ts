import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTO_ACTION_MS, AutoAction } from './auto_action.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const play = vi.fn();
  let seq = $state(1);
  let auto!: AutoAction;
  const dispose = $effect.root(() => {
    auto = new AutoAction({ action: () => 'draw', seq: () => seq, play });
  });
  flushSync();
  return {
    auto,
    play,
    dispose,
    goOn: () => {
      seq += 1;
      flushSync();
    },
  };
}

test('the action is played after a moment', () => {
  const { auto, play, dispose } = setUp();
  expect(auto.waiting).toBe('draw');
  vi.advanceTimersByTime(AUTO_ACTION_MS - 1);
  expect(play).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(play).toHaveBeenCalledExactlyOnceWith('draw');
  dispose();
});

test.each(['pointerdown', 'keydown'])('%s cancels it until the next action', (type) => {
  const { auto, play, dispose, goOn } = setUp();
  window.dispatchEvent(new Event(type));
  flushSync();
  vi.advanceTimersByTime(AUTO_ACTION_MS);
  expect([auto.waiting, play.mock.calls.length]).toEqual([null, 0]);
  goOn();
  expect(auto.waiting).toBe('draw');
  dispose();
});

test('leaving the room cancels it', () => {
  const { play, dispose } = setUp();
  dispose();
  vi.advanceTimersByTime(AUTO_ACTION_MS);
  expect(play).not.toHaveBeenCalled();
});
