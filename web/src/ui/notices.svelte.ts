import { untrack } from 'svelte';
import { isKey, t } from '../i18n/i18n.svelte';
import type { Values } from '../i18n/message';
import { ApiError } from '../api/http';

/** A sentence, with a number that no other has. */
export interface Notice {
  text: string;
  n: number;
}

/** What is read aloud stays long enough for every screen reader to have noticed it. */
const READ_MS = 10_000;

/** A sentence that is shown for a moment, what is read aloud, and how many parts of the page have a place for the sentence. */
const told = $state<{ notice: Notice | null; announcements: Notice[]; places: number }>({ notice: null, announcements: [], places: 0 });
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

export function currentNotice(): Notice | null {
  return told.notice;
}

/** A part of the page shows what is told, until it is ended. As long as there is one, nothing is laid over the page. */
export function showNoticesInline(): () => void {
  told.places = untrack(() => told.places) + 1;
  return () => (told.places = untrack(() => told.places) - 1);
}

/** Whether what is told has a place on the page. */
export function areNoticesInline(): boolean {
  return told.places > 0;
}

export function announcements(): readonly Notice[] {
  return told.announcements;
}

export function showNotice(text: string): void {
  told.notice = { text, n: ++count };
  clearTimeout(timer);
  timer = setTimeout(() => (told.notice = null), 6_000);
}

export function dismissNotice(): void {
  told.notice = null;
}

/** For those who listen: what others see happen. Each sentence comes after those before it, however quickly they come. */
export function announce(text: string): void {
  const sentence = { text, n: ++count };
  told.announcements = [...told.announcements, sentence];
  setTimeout(() => (told.announcements = told.announcements.filter((one) => one.n !== sentence.n)), READ_MS);
}

export function errorText(code: string, values?: Values): string {
  const key = `fault.${code}`;
  return isKey(key) ? t(key, values) : t('fault.unknown');
}

export function showError(fault: unknown): void {
  showNotice(errorText(fault instanceof ApiError ? fault.code : 'unknown'));
}
