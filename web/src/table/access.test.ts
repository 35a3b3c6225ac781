import { beforeEach, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { accessDeniedReason } = await import('./access');
const { currentVisitor, setVisitor } = await import('../api/visitor.svelte');

const ann = { visitor: 'a', name: 'Ann', is_program: false };
const room = { host: 'b', started: true, options: { spectators: true }, occupants: [{ visitor: 'b', reserved_for: null }] };

/** A house that answers like this to who one is, and to who sits at the table. */
function house(who: [number, unknown], table: [number, unknown] = [200, room]): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const [status, body] = path.endsWith('/me') ? who : table;
    return new Response(JSON.stringify(body), { status });
  });
}
const no = (status: number, code: string): [number, unknown] => [status, { error: { code, message: '' } }];

beforeEach(() => setVisitor(ann));

describe('why a door stays closed', () => {
  test('because the café does not know one any more: then one is nobody here', async () => {
    house(no(401, 'not_identified'));
    expect(await accessDeniedReason('t')).toBe('not_identified');
    expect(currentVisitor()).toBeNull();
  });

  test('because the table is for its players only, or not there any more', async () => {
    house([200, ann], [200, { ...room, options: { spectators: false } }]);
    expect(await accessDeniedReason('t')).toBe('spectators_off');
    house([200, ann], no(404, 'not_found'));
    expect(await accessDeniedReason('t')).toBe('not_found');
  });

  test.each([
    ['the house closes for a moment', no(503, 'closing')],
    ['it was too much at once', no(429, 'too_fast')],
    ['something in between is broken', [502, null] as [number, unknown]],
  ])('not for good if %s', async (_, answer) => {
    house(answer);
    expect(await accessDeniedReason('t')).toBeNull();
    expect(currentVisitor()).toEqual(ann);
  });

  test('not for good if one may come in', async () => {
    house([200, ann]);
    expect(await accessDeniedReason('t')).toBeNull();
  });
});
