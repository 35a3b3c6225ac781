import { describe, expect, test, vi } from 'vitest';

// Settings are kept in the browser; here there is none.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { actionOfKey } = await import('./keyboard');

const key = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('keys at the table', () => {
  test('letters mean something, in either case', () => {
    expect([actionOfKey(key('e'), false, true), actionOfKey(key('U'), false, true), actionOfKey(key('/'), false, true)]).toEqual(['end', 'undo', 'command']);
  });

  test('nothing is meant while somebody writes, except the way out', () => {
    expect(actionOfKey(key('e'), true, true)).toBeNull();
    expect(actionOfKey(key('z', { ctrlKey: true }), true, true)).toBeNull();
    expect(actionOfKey(key('Escape'), true, true)).toBe('escape');
  });

  test('who switched letters off still takes back with control and z', () => {
    expect(actionOfKey(key('e'), false, false)).toBeNull();
    expect(actionOfKey(key('z', { ctrlKey: true }), false, false)).toBe('undo');
    expect(actionOfKey(key('e', { altKey: true }), false, true)).toBeNull();
  });
});
