import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/http';
import { loadLanguage, t } from '../i18n/i18n.svelte';
import { announce, announcements, currentNotice, dismissNotice, showError, showNotice, showWaitingNotice } from './notices.svelte';

vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });

beforeEach(async () => {
  await loadLanguage('en');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a notice follows a change of language', async () => {
  showNotice(() => t('me.signedOut'));
  expect(currentNotice()?.text).toBe('All other devices are signed out.');
  await loadLanguage('de');
  expect(currentNotice()?.text).toBe(t('me.signedOut'));
  expect(currentNotice()?.text).not.toBe('All other devices are signed out.');
});

test('an error follows a change of language', async () => {
  showError(new ApiError('offline', 'the server cannot be reached'));
  await loadLanguage('fr');
  expect(currentNotice()?.text).toBe(t('fault.offline'));
});

test('an announcement follows a change of language', async () => {
  announce(() => t('play.over'));
  await loadLanguage('it');
  expect(announcements().map(({ text }) => text)).toEqual([t('play.over')]);
});

test('an unknown error code has a general text', () => {
  showError(new ApiError('invented', ''));
  expect(currentNotice()?.text).toBe(t('fault.unknown'));
  dismissNotice();
  expect(currentNotice()).toBeNull();
});

test('announcements queue up and expire one by one', () => {
  announce(() => 'first');
  vi.advanceTimersByTime(6_000);
  announce(() => 'second');
  expect(announcements().map(({ text }) => text)).toEqual(['first', 'second']);
  vi.advanceTimersByTime(6_000);
  expect(announcements().map(({ text }) => text)).toEqual(['second']);
});

test('a new notice restarts the time it is shown', () => {
  showNotice(() => 'first');
  vi.advanceTimersByTime(5_000);
  showNotice(() => 'second');
  vi.advanceTimersByTime(5_000);
  expect(currentNotice()?.text).toBe('second');
  vi.advanceTimersByTime(1_000);
  expect(currentNotice()).toBeNull();
});

test('a waiting notice stays until it is dismissed', () => {
  showNotice(() => 'short');
  const dismiss = showWaitingNotice(() => 'waits');
  vi.advanceTimersByTime(60_000);
  expect(currentNotice()?.text).toBe('waits');
  dismiss();
  expect(currentNotice()).toBeNull();
  showNotice(() => 'another');
  dismiss();
  expect(currentNotice()?.text).toBe('another');
});
