import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvents, played, scored } from './fake_events';
import { ScorePopups } from './score_popups';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seatRussian = played('RUm@c4', { type: 'seated', guest: 'RUm', seat: 'c4' }, scored(4));

test('points are shown at the seat for a moment', () => {
  const events = new FakeEvents();
  const popups = new ScorePopups(events.subscribe);
  events.update([seatRussian, played('draw')]);
  expect(popups.items).toMatchObject([{ cell: 'c4', player: 1 }]);
  vi.advanceTimersByTime(2_600);
  expect(popups.items).toEqual([]);
});

test('points before the table was opened are not shown', () => {
  const events = new FakeEvents();
  const popups = new ScorePopups(events.subscribe);
  events.update([seatRussian], undefined, false);
  expect(popups.items).toEqual([]);
});

test('disposing removes popups and timers', () => {
  const events = new FakeEvents();
  const popups = new ScorePopups(events.subscribe);
  events.update([seatRussian]);
  popups.dispose();
  events.update([seatRussian]);
  expect([popups.items, vi.getTimerCount()]).toEqual([[], 0]);
});
