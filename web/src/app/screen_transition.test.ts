import { afterEach, expect, test, vi } from 'vitest';
import { changeScreen } from './screen_transition';

afterEach(() => vi.unstubAllGlobals());

/** A browser with or without view transitions, for a user who allows motion or not. */
function browser({ hasTransitions = true, reducedMotion = false } = {}) {
  const listeners = new Map<string, () => void>();
  const skipTransition = vi.fn();
  let finish = (): void => {};
  const startViewTransition = vi.fn((update: () => Promise<void>) => {
    const finished = new Promise<void>((resolve) => (finish = resolve));
    return { updateCallbackDone: Promise.resolve().then(update), ready: Promise.reject(new DOMException('skipped', 'AbortError')), finished, skipTransition };
  });
  vi.stubGlobal('document', hasTransitions ? { startViewTransition } : {});
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }));
  vi.stubGlobal('window', { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener), removeEventListener: (type: string) => listeners.delete(type) });
  return { listeners, skipTransition, startViewTransition, finish: () => finish() };
}

test.each([
  ['motion is reduced', { reducedMotion: true }],
  ['the browser has no view transitions', { hasTransitions: false }],
])('the change is immediate if %s', (_, options) => {
  const { startViewTransition } = browser(options);
  const change = vi.fn(async () => {});
  void changeScreen(change);
  expect(change).toHaveBeenCalledOnce();
  expect(startViewTransition).not.toHaveBeenCalled();
});

test('the change is part of a transition', async () => {
  const { startViewTransition } = browser();
  const change = vi.fn(async () => {});
  await changeScreen(change);
  expect(startViewTransition).toHaveBeenCalledOnce();
  expect(change).toHaveBeenCalledOnce();
});

test('input ends the animation', async () => {
  const { listeners, skipTransition, finish } = browser();
  await changeScreen(async () => {});
  listeners.get('keydown')?.();
  expect(skipTransition).toHaveBeenCalledOnce();
  finish();
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});
