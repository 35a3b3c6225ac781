import { expect, test } from 'vitest';
import type { Component } from 'svelte';
import { matchRoute, route, type Parser } from './route_matcher';

const text: Parser<string> = (value) => value;
const number: Parser<number> = (value) => (value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined);
const load = () => ({ default: (() => ({})) as never });

const room = route({ pattern: '/t/:id', params: { id: text }, query: { step: number, as: text }, load });
const page = route({ pattern: '/page/:n?', params: { n: (value) => (value === undefined ? 1 : number(value)) }, remount: false, load });
const home = route({ pattern: '/', load });
const match = (path: string) => matchRoute([home, room, page], new URL(path, 'https://cafe.example'));

test('path and query parameters are read', () => {
  expect(match('/t/abc?step=3&as=ann&other=1')).toMatchObject({ route: room, params: { id: 'abc', step: 3, as: 'ann' } });
  expect(match('/t/a%20b')?.params).toEqual({ id: 'a b' });
});

test('a query parameter that does not fit is left out', () => {
  expect(match('/t/abc?step=last')?.params).toEqual({ id: 'abc' });
});

test('a path parameter that does not fit is no match', () => {
  expect(match('/page/last')).toBeNull();
  expect(match('/page/2')?.params).toEqual({ n: 2 });
});

test('only an optional part may be absent', () => {
  expect(match('/page')?.params).toEqual({ n: 1 });
  expect(match('/t')).toBeNull();
  expect(match('/t/abc/def')).toBeNull();
});

test('slashes at the end do not matter', () => {
  expect(match('')?.route).toBe(home);
  expect(match('/page/2/')?.params).toEqual({ n: 2 });
});

test('broken percent-encoding is taken literally', () => {
  expect(match('/t/100%')?.params).toEqual({ id: '100%' });
});

test('the key changes with path parameters, not with the query', () => {
  expect(match('/t/abc?step=1')?.key).toBe(match('/t/abc?step=2')?.key);
  expect(match('/t/abc')?.key).not.toBe(match('/t/def')?.key);
  expect(match('/page/1')?.key).toBe(match('/page/2')?.key);
});

test('the types of parameters and screens must fit', () => {
  const withId = (() => ({})) as unknown as Component<{ id: string }>;
  const load = () => ({ default: withId });
  route({ pattern: '/t/:id', params: { id: text }, load });
  // @ts-expect-error: the pattern has no parameter `id`.
  route({ pattern: '/t', load });
  // @ts-expect-error: a reader is missing.
  route({ pattern: '/t/:id', load });
  // @ts-expect-error: the screen takes text.
  route({ pattern: '/t/:id', params: { id: number }, load });
  // @ts-expect-error: a query parameter may be absent.
  route({ pattern: '/t', query: { id: text }, load });
});
