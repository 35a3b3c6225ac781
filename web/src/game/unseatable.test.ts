import { describe, expect, test } from 'vitest';
import type { UnseatableReason } from '../api/messages';
import { fakeView } from '../room/fake_source';
import { unseatableReason, unseatableText } from './unseatable';

const view = fakeView({ unseatable: [{ tile: 'RUm', reason: { type: 'no_table' } }] });

test('only guests without a chair have a reason', () => {
  expect(unseatableReason(view, 'RUm')).toEqual({ type: 'no_table' });
  expect(unseatableReason(view, 'FRf')).toBeNull();
});

describe('every reason is a sentence that names its tables once', () => {
  const reasons: [UnseatableReason, string][] = [
    [{ type: 'no_table' }, ''],
    [{ type: 'no_free_seat', tables: ['b4', 'd4'] }, 'at the Russian table and at the British table'],
    [{ type: 'unbalanced', seat: 'b5', table: 'b4', ladies: 0, gentlemen: 2 }, 'at the Russian table'],
    [{ type: 'no_follower', seat: 'b5', tables: ['b4'] }, 'Nobody is at the Russian table yet'],
    [{ type: 'last_placement', seat: 'b5', tables: ['b4', 'b4'] }, 'at the Russian table'],
    [{ type: 'away_from_opener', seat: 'b5', tables: ['c3'] }, 'at the French table'],
  ];
  test.each(reasons)('%o', (reason, part) => {
    const text = unseatableText(reason, view.tables);
    expect(text).toMatch(/^[^{}]+\.$/);
    expect(text).toContain(part);
  });
});
