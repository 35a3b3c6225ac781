import { known, t } from './i18n/i18n.svelte';
import type { Values } from './i18n/message';
import { Fault } from './wire/http';

/** A sentence that is shown for a moment, and what is read aloud. */
const told = $state<{ notice: { text: string; n: number } | null; said: string }>({ notice: null, said: '' });
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

export function notice(): { text: string; n: number } | null {
  return told.notice;
}

export function said(): string {
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

/** For those who listen: what others see happen. */
export function announce(text: string): void {
  told.said = text;
}

export function faultText(code: string, values?: Values): string {
  const key = `fault.${code}`;
  return known(key) ? t(key, values) : t('fault.unknown');
}

export function tellFault(fault: unknown): void {
  tell(faultText(fault instanceof Fault ? fault.code : 'unknown'));
}
