import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvents, played } from './fake_events';
import { LeavingTables } from './leaving_tables';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fillTable = played('RUm@b5', { type: 'seated', guest: 'RUm', seat: 'b5' }, { type: 'cleared', table: 'b4' });

function setUp() {
  const events = new FakeEvents();
  const tables = new LeavingTables(events.subscribe);
  events.update([], { seated: { a4: 'RUf', c4: 'RUf', b3: 'RUm' } });
  return { events, tables };
}

test('a cleared table leaves with all its guests', () => {
  const { events, tables } = setUp();
  events.update([fillTable], { seated: {} });
  expect(tables.items).toMatchObject([{ table: 'b4', nation: 'RU' }]);
  expect([...tables.items[0]!.guests].sort()).toEqual(['RUf', 'RUf', 'RUm', 'RUm']);
  vi.advanceTimersByTime(1_200);
  expect(tables.items).toEqual([]);
});

test('disposing removes tables and timers', () => {
  const { events, tables } = setUp();
  events.update([fillTable], { seated: {} });
  tables.dispose();
  expect([tables.items, vi.getTimerCount()]).toEqual([[], 0]);
});
