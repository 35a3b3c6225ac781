import { describe, expect, test, vi } from 'vitest';

// Settings are kept in the browser; here there is none.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { meaning } = await import('./keyboard');

const key = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('keys at the table', () => {
  test('letters mean something, in either case', () => {
    expect([meaning(key('e'), false, true), meaning(key('U'), false, true), meaning(key('/'), false, true)]).toEqual(['end', 'undo', 'command']);
  });

  test('nothing is meant while somebody writes, except the way out', () => {
    expect(meaning(key('e'), true, true)).toBeNull();
    expect(meaning(key('z', { ctrlKey: true }), true, true)).toBeNull();
    expect(meaning(key('Escape'), true, true)).toBe('escape');
  });

  test('who switched letters off still takes back with control and z', () => {
    expect(meaning(key('e'), false, false)).toBeNull();
    expect(meaning(key('z', { ctrlKey: true }), false, false)).toBe('undo');
    expect(meaning(key('e', { altKey: true }), false, true)).toBeNull();
  });
});
