const DAY_MS = 24 * 60 * 60 * 1000;
/** Days ahead that are called by the name of the weekday. */
const WEEK_DAYS = 6;

/** The day of a time as people say it, and the time of day. */
export interface DayAndTime {
  /** `tomorrow`, `Thursday`, `3 Dec`; null if it is today. */
  day: string | null;
  /** `14:05` */
  time: string;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** The browser's own variant of the language, which knows how its country writes times. */
export function localeOf(language: string, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}

export function dayAndTime(at: number, now: number, locale: string): DayAndTime {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
  // Rounded, because a day on which the clock changes is shorter or longer.
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
  return { day: days === 0 ? null : dayName(at, now, days, locale), time };
}

function dayName(at: number, now: number, days: number, locale: string): string {
  if (Math.abs(days) === 1) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  if (days > 0 && days <= WEEK_DAYS) return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(at);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }).format(at);
}
