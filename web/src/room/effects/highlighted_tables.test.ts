import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvents } from './fake_events';
import { HighlightedTables } from './highlighted_tables.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a second refusal restarts the time', () => {
  const events = new FakeEvents();
  const highlighted = new HighlightedTables(events.subscribe);
  for (const cell of ['b2', 'd2']) {
    events.refuse('unbalanced', [cell]);
    vi.advanceTimersByTime(1_000);
    expect([...highlighted.cells]).toEqual([cell]);
  }
  vi.advanceTimersByTime(600);
  expect([...highlighted.cells]).toEqual([]);
});

test('a silent refusal highlights as well', () => {
  const events = new FakeEvents();
  const highlighted = new HighlightedTables(events.subscribe);
  events.refuse('unbalanced', ['b2'], true);
  expect([...highlighted.cells]).toEqual(['b2']);
});

test('disposing stops the timer', () => {
  const events = new FakeEvents();
  const highlighted = new HighlightedTables(events.subscribe);
  events.refuse('unbalanced', ['b2']);
  highlighted.dispose();
  events.refuse('unbalanced', ['d2']);
  expect([[...highlighted.cells], vi.getTimerCount()]).toEqual([['b2'], 0]);
});
