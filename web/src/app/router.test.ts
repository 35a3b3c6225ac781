import { expect, test } from 'vitest';
import { parsePath } from './router.svelte';

test('lessons and rules have a place for each game', () => {
  expect(parsePath('/learn')).toEqual({ at: 'learn', game: null });
  expect(parsePath('/learn/board')).toEqual({ at: 'learn', game: 'board' });
  expect(parsePath('/rules')).toEqual({ at: 'rules', game: 'card' });
  expect(parsePath('/rules/board')).toEqual({ at: 'rules', game: 'board' });
  expect(parsePath('/learn/chess')).toEqual({ at: 'nowhere' });
  expect(parsePath('/rules/board/bar')).toEqual({ at: 'nowhere' });
});
