import { beforeEach, expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION } from './messages';

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', vi.fn(async () => new Response(body === undefined ? null : JSON.stringify(body), { status, headers })));
}

const modules = async () => ({ ...(await import('./http')), ...(await import('./protocol.svelte')) });

beforeEach(() => void vi.resetModules());

test('a response of the same protocol version is accepted', async () => {
  const { api, isOutdated } = await modules();
  answer(200, { name: 'Ann' }, { 'x-cafe-protocol': String(PROTOCOL_VERSION) });
  expect(await api.me()).toEqual({ name: 'Ann' });
  expect(isOutdated()).toBe(false);
});

test.each([{}, { 'x-cafe-protocol': '' }])('a response without a protocol version is accepted', async (headers) => {
  const { api, isOutdated } = await modules();
  answer(200, { name: 'Ann' }, headers as Record<string, string>);
  expect(await api.me()).toEqual({ name: 'Ann' });
  expect(isOutdated()).toBe(false);
});

test.each([200, 204, 404])('status %i of another protocol version makes the page outdated', async (status) => {
  const { api, isOutdated, otherProtocol } = await modules();
  answer(status, status === 204 ? undefined : { name: 'Ann' }, { 'x-cafe-protocol': String(PROTOCOL_VERSION + 1) });
  await expect(api.me()).rejects.toMatchObject({ code: 'outdated' });
  expect([isOutdated(), otherProtocol()]).toEqual([true, PROTOCOL_VERSION + 1]);
});

test('a page stays outdated if versions alternate', async () => {
  const { isOutdated, reportProtocol } = await modules();
  expect(reportProtocol(PROTOCOL_VERSION + 1)).toBe(false);
  expect(reportProtocol(PROTOCOL_VERSION)).toBe(true);
  expect(isOutdated()).toBe(true);
});

test('an error has the code of the server', async () => {
  const { api } = await modules();
  answer(404, { error: { code: 'no_room', message: 'there is no such room' } });
  await expect(api.room('abc')).rejects.toMatchObject({ code: 'no_room', message: 'there is no such room' });
});

test('an error page of a proxy means that the server is offline', async () => {
  const { api } = await modules();
  answer(502, '<html>');
  await expect(api.room('abc')).rejects.toMatchObject({ code: 'offline' });
});

test('a failed connection means that the server is offline', async () => {
  vi.useFakeTimers();
  const { api } = await modules();
  const { isServerUnreachable } = await import('./connectivity.svelte');
  vi.stubGlobal('fetch', vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))));
  await expect(api.room('abc')).rejects.toMatchObject({ code: 'offline' });
  expect(isServerUnreachable()).toBe(true);
  vi.useRealTimers();
});

test('a page of rooms is asked for with its query', async () => {
  const { api } = await modules();
  answer(200, { rooms: [], next: null });
  await api.myRooms({ over: true, limit: 6, after: 'a b' });
  expect(fetch).toHaveBeenCalledWith('/api/v1/me/rooms?limit=6&over=true&after=a+b', expect.anything());
});
