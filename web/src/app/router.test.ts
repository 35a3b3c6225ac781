import { expect, test } from 'vitest';
import { read } from './router.svelte';

test('lessons and rules have a place for each game', () => {
  expect(read('/learn')).toEqual({ at: 'learn', game: null });
  expect(read('/learn/board')).toEqual({ at: 'learn', game: 'board' });
  expect(read('/rules')).toEqual({ at: 'rules', game: 'card' });
  expect(read('/rules/board')).toEqual({ at: 'rules', game: 'board' });
  expect(read('/learn/chess')).toEqual({ at: 'nowhere' });
  expect(read('/rules/board/bar')).toEqual({ at: 'nowhere' });
});
