import type { Place } from './lib/router.svelte';

/** The screens that are fetched when somebody goes there. The first one of all comes with the page. */
export const screens = {
  table: () => import('./screens/TableScreen.svelte'),
  replay: () => import('./screens/ReplayScreen.svelte'),
  new: () => import('./screens/NewTable.svelte'),
  me: () => import('./screens/MeScreen.svelte'),
  lessons: () => import('./screens/LearnScreen.svelte'),
  lesson: () => import('./screens/LessonScreen.svelte'),
  rules: () => import('./screens/RulesScreen.svelte'),
};

/** Which of them a place needs, if any. */
export function screenOf(where: Place): keyof typeof screens | null {
  if (where.at === 'home' || where.at === 'nowhere') return null;
  return where.at === 'learn' ? (where.game ? 'lesson' : 'lessons') : where.at;
}
