import { untrack } from 'svelte';
import { isKey, isPlainKey, t } from '../i18n/i18n.svelte';
import type { Key, Texts } from '../i18n/keys';
import type { ValuesOf } from '../i18n/parameters';
import { ApiError } from '../api/http';

/** Makes a text when it is displayed, so that it follows a change of language. */
export type TextSource = () => string;

/** A text with a unique number. */
export interface Notice {
  readonly n: number;
  readonly text: string;
}

const NOTICE_MS = 6_000;
/** Long enough for every screen reader to notice an announcement. */
const ANNOUNCEMENT_MS = 10_000;

let notice = $state.raw<Notice | null>(null);
let announced = $state.raw<readonly Notice[]>([]);
/** How many parts of the page show the notice in their own place. */
let inlinePlaces = $state(0);
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

function createNotice(source: TextSource): Notice {
  count += 1;
  return {
    n: count,
    get text() {
      return source();
    },
  };
}

export function currentNotice(): Notice | null {
  return notice;
}

/** A part of the page shows notices itself until the returned function is called; meanwhile they are not laid over the page. */
export function showNoticesInline(): () => void {
  inlinePlaces = untrack(() => inlinePlaces) + 1;
  return () => (inlinePlaces = untrack(() => inlinePlaces) - 1);
}

export function areNoticesInline(): boolean {
  return inlinePlaces > 0;
}

/** Shows a text for a few seconds. */
export function showNotice(source: TextSource): void {
  showWaitingNotice(source);
  timer = setTimeout(dismissNotice, NOTICE_MS);
}

/** Shows a text until it is dismissed, however long the user needs to read it. The returned function dismisses it, unless another one has replaced it. */
export function showWaitingNotice(source: TextSource): () => void {
  clearTimeout(timer);
  const shown = createNotice(source);
  notice = shown;
  return () => {
    if (notice === shown) dismissNotice();
  };
}

export function dismissNotice(): void {
  clearTimeout(timer);
  notice = null;
}

export function announcements(): readonly Notice[] {
  return announced;
}

/** Reads a text to screen readers. Announcements queue up, however quickly they follow each other. */
export function announce(source: TextSource): void {
  const announcement = createNotice(source);
  announced = [...announced, announcement];
  setTimeout(() => (announced = announced.filter(({ n }) => n !== announcement.n)), ANNOUNCEMENT_MS);
}

export function errorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'unknown';
}

/** What the texts of errors can name. */
type ErrorValues = ValuesOf<Texts, Key & `fault.${string}`>;

/** What an error code means to the user. State keeps the code; the text is made where it is displayed. */
export function errorText(code: string, values?: ErrorValues): string {
  const key = `fault.${code}` as const;
  if (values && isKey(key)) return t(key, values);
  return isPlainKey(key) ? t(key) : t('fault.unknown');
}

export function showError(error: unknown): void {
  const code = errorCode(error);
  showNotice(() => errorText(code));
}
