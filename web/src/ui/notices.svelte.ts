import { untrack } from 'svelte';
import { known, t } from '../i18n/i18n.svelte';
import type { Values } from '../i18n/message';
import { Fault } from '../api/http';

/** A sentence, with a number that no other has. */
export interface Sentence {
  text: string;
  n: number;
}

/** What is read aloud stays long enough for every screen reader to have noticed it. */
const READ_MS = 10_000;

/** A sentence that is shown for a moment, what is read aloud, and how many parts of the page have a place for the sentence. */
const told = $state<{ notice: Sentence | null; said: Sentence[]; places: number }>({ notice: null, said: [], places: 0 });
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

export function notice(): Sentence | null {
  return told.notice;
}

/** A part of the page shows what is told, until it is ended. As long as there is one, nothing is laid over the page. */
export function takeNotices(): () => void {
  told.places = untrack(() => told.places) + 1;
  return () => (told.places = untrack(() => told.places) - 1);
}

/** Whether what is told has a place on the page. */
export function taken(): boolean {
  return told.places > 0;
}

export function said(): readonly Sentence[] {
  return told.said;
}

export function tell(text: string): void {
  told.notice = { text, n: ++count };
  clearTimeout(timer);
  timer = setTimeout(() => (told.notice = null), 6_000);
}

export function hush(): void {
  told.notice = null;
}

/** For those who listen: what others see happen. Each sentence comes after those before it, however quickly they come. */
export function announce(text: string): void {
  const sentence = { text, n: ++count };
  told.said = [...told.said, sentence];
  setTimeout(() => (told.said = told.said.filter((one) => one.n !== sentence.n)), READ_MS);
}

export function faultText(code: string, values?: Values): string {
  const key = `fault.${code}`;
  return known(key) ? t(key, values) : t('fault.unknown');
}

export function tellFault(fault: unknown): void {
  tell(faultText(fault instanceof Fault ? fault.code : 'unknown'));
}
