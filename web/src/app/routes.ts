import type { GameKind } from '../features/learn/lessons';
import HomeScreen from '../features/home/HomeScreen.svelte';
import NotFoundScreen from './NotFoundScreen.svelte';
import { matchRoute, route, type Parser, type RouteMatch } from './route_matcher';

const id: Parser<string> = (text) => text;
const game: Parser<GameKind> = (text) => (text === 'card' || text === 'board' ? text : undefined);
const gameOrCard: Parser<GameKind> = (text = 'card') => game(text);

/** All screens. The home screen is part of the first chunk; the others are loaded when they are needed. */
export const routes = [
  route({ pattern: '/', load: () => ({ default: HomeScreen }) }),
  route({ pattern: '/new', load: () => import('../features/lobby/NewGameScreen.svelte') }),
  route({ pattern: '/me', load: () => import('../features/profile/ProfileScreen.svelte') }),
  route({ pattern: '/t/:id', params: { id }, layout: 'compact', load: () => import('../features/play/RoomScreen.svelte') }),
  route({ pattern: '/replay/:id', params: { id }, layout: 'compact', load: () => import('../features/replay/ReplayScreen.svelte') }),
  route({ pattern: '/learn', load: () => import('../features/learn/LearnScreen.svelte') }),
  route({ pattern: '/learn/:game', params: { game }, layout: 'compact', load: () => import('../features/learn/LessonScreen.svelte') }),
  // The rules of the other game are shown in the same instance.
  route({ pattern: '/rules/:game?', params: { game: gameOrCard }, remount: false, load: () => import('../features/rules/RulesScreen.svelte') }),
] as const;

const notFound = route({ pattern: '*', load: () => ({ default: NotFoundScreen }) });

/** The screen for an address. */
export function routeFor(url: URL): RouteMatch {
  return matchRoute(routes, url) ?? { route: notFound, params: {}, key: notFound.pattern };
}
