import type { Route } from './router.svelte';

/** The screens that are fetched when somebody goes there. The first one of all comes with the page. */
export const screens = {
  table: () => import('../features/play/RoomScreen.svelte'),
  replay: () => import('../features/replay/ReplayScreen.svelte'),
  new: () => import('../features/lobby/NewGameScreen.svelte'),
  me: () => import('../features/profile/ProfileScreen.svelte'),
  lessons: () => import('../features/learn/LearnScreen.svelte'),
  lesson: () => import('../features/learn/LessonScreen.svelte'),
  rules: () => import('../features/rules/RulesScreen.svelte'),
};

/** Which of them a place needs, if any. */
export function screenOf(where: Route): keyof typeof screens | null {
  if (where.at === 'home' || where.at === 'nowhere') return null;
  return where.at === 'learn' ? (where.game ? 'lesson' : 'lessons') : where.at;
}
