import { beforeEach, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { accessDeniedReason } = await import('./access');
const { currentVisitor, setVisitor } = await import('../api/visitor.svelte');

const ann = { visitor: 'a', name: 'Ann', is_program: false };
const room = { host: 'b', started: true, options: { spectators: true }, occupants: [{ visitor: 'b', reserved_for: null }] };

type Answer = [status: number, body: unknown];

function serverAnswers(me: Answer, table: Answer = [200, room]): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const [status, body] = path.endsWith('/me') ? me : table;
    return new Response(JSON.stringify(body), { status });
  });
}
const failure = (status: number, code: string): Answer => [status, { error: { code, message: '' } }];

beforeEach(() => setVisitor(ann));

describe('accessDeniedReason', () => {
  test('forgets a visitor whom the server does not know', async () => {
    serverAnswers(failure(401, 'not_identified'));
    expect(await accessDeniedReason('t')).toBe('not_identified');
    expect(currentVisitor()).toBeNull();
  });

  test('names a room without spectators', async () => {
    serverAnswers([200, ann], [200, { ...room, options: { spectators: false } }]);
    expect(await accessDeniedReason('t')).toBe('spectators_off');
  });

  test('names a room that does not exist', async () => {
    serverAnswers([200, ann], failure(404, 'not_found'));
    expect(await accessDeniedReason('t')).toBe('not_found');
  });

  test.each([
    ['the server is shutting down', failure(503, 'closing')],
    ['the rate limit was exceeded', failure(429, 'too_fast')],
    ['a proxy fails', [502, null] as Answer],
  ])('is null while %s', async (_, answer) => {
    serverAnswers(answer);
    expect(await accessDeniedReason('t')).toBeNull();
    expect(currentVisitor()).toEqual(ann);
  });

  test('is null if the visitor may enter', async () => {
    serverAnswers([200, ann]);
    expect(await accessDeniedReason('t')).toBeNull();
  });
});
