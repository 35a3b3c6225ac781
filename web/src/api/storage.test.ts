import { expect, test } from 'vitest';
import { safeStorage } from './storage';

function browserArea(quota = Infinity) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > quota) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

test('values are written to the browser and read back', () => {
  const area = browserArea();
  const storage = safeStorage(() => area);
  storage.set('theme', 'dark');
  expect([area.items.get('theme'), storage.get('theme')]).toEqual(['dark', 'dark']);
  storage.remove('theme');
  expect([area.items.size, storage.get('theme')]).toEqual([0, null]);
});

test('values stay in memory where storage is blocked', () => {
  const storage = safeStorage(() => {
    throw new DOMException('access is denied', 'SecurityError');
  });
  expect(storage.get('theme')).toBeNull();
  storage.set('theme', 'dark');
  expect(storage.get('theme')).toBe('dark');
  storage.remove('theme');
  expect(storage.get('theme')).toBeNull();
});

test('a value over the quota hides the stored one', () => {
  const area = browserArea(4);
  const storage = safeStorage(() => area);
  storage.set('note', 'old');
  storage.set('note', 'too long');
  expect(storage.get('note')).toBe('too long');
  storage.set('note', 'new');
  expect([area.items.get('note'), storage.get('note')]).toEqual(['new', 'new']);
});

test('JSON is read back, and other text is null', () => {
  const storage = safeStorage(() => browserArea(0));
  storage.setJson('list', [1, 2]);
  expect(storage.getJson('list')).toEqual([1, 2]);
  storage.set('list', '[1,');
  expect(storage.getJson('list')).toBeNull();
  expect(storage.getJson('nothing')).toBeNull();
});
