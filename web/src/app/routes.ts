import type { GameKind } from '../game/kinds';
import HomeScreen from '../features/home/HomeScreen.svelte';
import { withTexts } from '../i18n/i18n.svelte';
import NotFoundScreen from './NotFoundScreen.svelte';
import { matchRoute, route, type Parser, type RouteMatch } from './route_matcher';

const roomId: Parser<string> = (text) => text;
const gameKind: Parser<GameKind> = (text) => (text === 'card' || text === 'board' ? text : undefined);
const gameKindOrCard: Parser<GameKind> = (text = 'card') => gameKind(text);

/** All screens but the one for unknown addresses. The home screen is part of the first script; the others are loaded when they are needed. */
export const routes = [
  route({ pattern: '/', load: () => ({ default: HomeScreen }) }),
  route({ pattern: '/new', load: () => withTexts(import('../features/lobby/NewGameScreen.svelte'), 'game', 'other') }),
  route({ pattern: '/me', load: () => withTexts(import('../features/profile/ProfileScreen.svelte'), 'game', 'other') }),
  route({ pattern: '/t/:id', params: { id: roomId }, layout: 'compact', load: () => withTexts(import('../features/play/RoomScreen.svelte'), 'game') }),
  route({ pattern: '/replay/:id', params: { id: roomId }, layout: 'compact', load: () => withTexts(import('../features/replay/ReplayScreen.svelte'), 'game', 'other') }),
  route({ pattern: '/learn', load: () => import('../features/learn/LearnScreen.svelte') }),
  route({ pattern: '/learn/:game', params: { game: gameKind }, layout: 'compact', load: () => withTexts(import('../features/learn/LessonScreen.svelte'), 'game') }),
  // Switching between the rules of the two games keeps the screen mounted.
  route({ pattern: '/rules/:game?', params: { game: gameKindOrCard }, remount: false, load: () => withTexts(import('../features/rules/RulesScreen.svelte'), 'game', 'other') }),
] as const;

const notFound = route({ pattern: '*', load: () => ({ default: NotFoundScreen }) });

/** The screen for an address. */
export function routeFor(url: URL): RouteMatch {
  return matchRoute(routes, url) ?? { route: notFound, params: {}, key: notFound.pattern };
}
