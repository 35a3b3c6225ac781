import { expect, test } from 'vitest';
import { shownRules, withRules } from './rules_address';

const url = (path: string): URL => new URL(path, 'http://cafe.test');

test('the address tells which rules lie over the screen', () => {
  expect(shownRules(url('/t/abc?rules=board'))).toBe('board');
  expect(shownRules(url('/t/abc?rules=chess'))).toBe(null);
  expect(shownRules(url('/t/abc'))).toBe(null);
});

test('rules are opened and closed without losing the rest of the query', () => {
  expect(withRules(url('/t/abc?step=3'), 'card')).toBe('/t/abc?step=3&rules=card');
  expect(withRules(url('/t/abc?step=3&rules=card'), null)).toBe('/t/abc?step=3');
  expect(withRules(url('/t/abc?rules=card'), 'board')).toBe('/t/abc?rules=board');
  expect(withRules(url('/t/abc?rules=card'), null)).toBe('/t/abc');
});
