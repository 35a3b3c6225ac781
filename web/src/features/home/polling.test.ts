import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Polling } from './polling';

let polls: number;
let changes: boolean;
let visible: boolean;
let chance: number;
let polling: Polling;

beforeEach(() => {
  vi.useFakeTimers();
  polls = 0;
  changes = false;
  visible = true;
  chance = 0;
  const load = async (): Promise<boolean> => {
    polls += 1;
    return changes;
  };
  polling = new Polling(load, { isVisible: () => visible, random: () => chance });
});

afterEach(() => {
  polling.stop();
  vi.useRealTimers();
});

/** The pauses before the next polls, in seconds. */
async function pauses(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const before = polls;
    let seconds = 0;
    while (polls === before && seconds < 100) {
      await vi.advanceTimersByTimeAsync(1_000);
      seconds += 1;
    }
    found.push(seconds);
  }
  return found;
}

async function wake(): Promise<void> {
  polling.wake();
  await vi.advanceTimersByTimeAsync(0);
}

test('pauses grow to a minute while nothing changes', async () => {
  await wake();
  expect(polls).toBe(1);
  expect(await pauses(7)).toEqual([5, 10, 20, 40, 60, 60, 60]);
});

test('a change or a returning user makes the pauses short again', async () => {
  await wake();
  await pauses(5);
  changes = true;
  expect(await pauses(3)).toEqual([60, 5, 5]);
  changes = false;
  expect(await pauses(4)).toEqual([5, 5, 10, 20]);
  await wake();
  expect(await pauses(2)).toEqual([5, 10]);
});

test('chance makes a pause longer by up to a fifth', async () => {
  chance = 0.999;
  await wake();
  expect(await pauses(3)).toEqual([6, 12, 24]);
});

test('a hidden page does not ask', async () => {
  visible = false;
  await wake();
  expect(polls).toBe(0);
  visible = true;
  await wake();
  expect(polls).toBe(1);
  visible = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(polls).toBe(1);
  visible = true;
  await wake();
  expect(await pauses(2)).toEqual([5, 10]);
});

test('a page asks once at a time, and never after it was left', async () => {
  let answer: (changed: boolean) => void = () => {};
  const slow = new Polling(() => new Promise((resolve) => ((polls += 1), (answer = resolve))), { isVisible: () => true });
  slow.wake();
  slow.wake();
  expect(polls).toBe(1);
  slow.stop();
  answer(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(polls).toBe(1);
});
