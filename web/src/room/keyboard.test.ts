import { describe, expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { actionOfKey } = await import('./keyboard');

const key = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('keyboard shortcuts', () => {
  test('letters work in either case', () => {
    expect([actionOfKey(key('e'), false, true), actionOfKey(key('U'), false, true), actionOfKey(key('/'), false, true)]).toEqual(['end', 'undo', 'command']);
  });

  test('only Escape works while the user types', () => {
    expect(actionOfKey(key('e'), true, true)).toBeNull();
    expect(actionOfKey(key('z', { ctrlKey: true }), true, true)).toBeNull();
    expect(actionOfKey(key('Escape'), true, true)).toBe('escape');
  });

  test('Ctrl+Z works with letters switched off', () => {
    expect(actionOfKey(key('e'), false, false)).toBeNull();
    expect(actionOfKey(key('z', { ctrlKey: true }), false, false)).toBe('undo');
    expect(actionOfKey(key('e', { altKey: true }), false, true)).toBeNull();
  });
});
