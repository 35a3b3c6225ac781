import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionStatus } from './connection_status.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a short interruption is not shown', () => {
  const status = new ConnectionStatus();
  status.update('waiting');
  vi.advanceTimersByTime(1_000);
  status.update('open');
  vi.advanceTimersByTime(5_000);
  expect(status.isReconnecting).toBe(false);
});

test('a longer one is shown until the connection opens', () => {
  const status = new ConnectionStatus();
  for (const state of ['waiting', 'opening', 'waiting'] as const) {
    status.update(state);
    vi.advanceTimersByTime(600);
  }
  expect(status.isReconnecting).toBe(true);
  status.update('open');
  expect(status.isReconnecting).toBe(false);
});

test('an ended source stops the timer', () => {
  const status = new ConnectionStatus();
  status.update('waiting');
  status.update('ended');
  expect(vi.getTimerCount()).toBe(0);
});
