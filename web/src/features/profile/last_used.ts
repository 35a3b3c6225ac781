import { perLanguage } from '../../i18n/intl';

const relativeTimes = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_PER_MONTH = 30;

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** The day of a time as people say it: today, yesterday, 3 days ago. */
export function lastUsed(time: number, now: number, language: string): string {
  // Rounded, because a day on which the clock changes is shorter or longer.
  const days = Math.max(0, Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS));
  const format = relativeTimes(language);
  return days < DAYS_PER_MONTH ? format.format(-days, 'day') : format.format(-Math.floor(days / DAYS_PER_MONTH), 'month');
}
