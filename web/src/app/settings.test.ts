import { expect, test, vi } from 'vitest';

Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  get: () => {
    throw new DOMException('access is denied', 'SecurityError');
  },
});
vi.stubGlobal('document', { documentElement: { dataset: {} } });

test('settings work where storage is blocked', async () => {
  const { setSounds, setTheme, settings } = await import('./settings.svelte');
  expect({ ...settings }).toEqual({ autoActions: 'bots', theme: 'auto', confirm: true, sounds: false, coordinates: false, keys: true });
  setTheme('dark');
  setSounds(true);
  expect({ ...settings }).toMatchObject({ theme: 'dark', sounds: true });
  expect(document.documentElement.dataset.theme).toBe('dark');
});
