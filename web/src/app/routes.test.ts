import { expect, test, vi } from 'vitest';

// The home screen is part of the table, but components cannot be rendered without a page.
vi.mock('../features/home/HomeScreen.svelte', () => ({ default: () => ({}) }));
vi.mock('./NotFoundScreen.svelte', () => ({ default: () => ({}) }));
const { routeFor } = await import('./routes');

const at = (path: string): unknown[] => {
  const { route, params } = routeFor(new URL(path, 'https://cafe.example'));
  return [route.pattern, params, route.layout];
};

test.each([
  ['/', '/', {}, 'normal'],
  ['/new', '/new', {}, 'normal'],
  ['/me', '/me', {}, 'normal'],
  ['/t/abc', '/t/:id', { id: 'abc' }, 'compact'],
  ['/replay/abc', '/replay/:id', { id: 'abc' }, 'compact'],
  ['/learn', '/learn', {}, 'normal'],
  ['/learn/board', '/learn/:game', { game: 'board' }, 'compact'],
  ['/rules', '/rules/:game?', { game: 'card' }, 'normal'],
  ['/rules/board', '/rules/:game?', { game: 'board' }, 'normal'],
])('%s leads to the screen %s', (path, pattern, params, layout) => {
  expect(at(path)).toEqual([pattern, params, layout]);
});

test.each(['/learn/chess', '/rules/board/bar', '/t', '/tables', '/new/3'])('%s is not found', (path) => {
  expect(at(path)).toEqual(['*', {}, 'normal']);
});
