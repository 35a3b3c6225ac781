import { focusTitle } from './focus_title';
import type { GameKind } from '../features/learn/lessons';

/** Where one is. There are few places, so there is no router to learn. */
export type Route =
  | { at: 'home' }
  | { at: 'new' }
  | { at: 'table'; id: string }
  | { at: 'replay'; id: string }
  | { at: 'me' }
  | { at: 'learn'; game: GameKind | null }
  | { at: 'rules'; game: GameKind }
  | { at: 'nowhere' };

export function parsePath(path: string): Route {
  const [first, second, ...rest] = path.split('/').filter(Boolean);
  if (rest.length > 0) return { at: 'nowhere' };
  if (first === undefined) return { at: 'home' };
  if (second === undefined) {
    if (first === 'new' || first === 'me') return { at: first };
    if (first === 'learn') return { at: 'learn', game: null };
    if (first === 'rules') return { at: 'rules', game: 'card' };
    return { at: 'nowhere' };
  }
  if (first === 't') return { at: 'table', id: second };
  if ((first === 'learn' || first === 'rules') && (second === 'card' || second === 'board')) return { at: first, game: second };
  if (first === 'replay') return { at: 'replay', id: second };
  return { at: 'nowhere' };
}

const here = $state<{ place: Route; path: string }>({ place: { at: 'home' }, path: '/' });

export function currentRoute(): Route {
  return here.place;
}

export function navigate(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  syncRoute();
  window.scrollTo(0, 0);
  void focusTitle();
}

/** Looks where one is. */
export function syncRoute(): void {
  here.path = location.pathname;
  here.place = parsePath(here.path);
}

/** Follows links within the café without loading the page anew. */
export function startRouter(): () => void {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const same = link.pathname === location.pathname;
    // Within a page the browser itself finds the place.
    if (link.pathname.startsWith('/api/') || (link.hash && same)) return;
    event.preventDefault();
    if (!same) navigate(link.pathname + link.hash);
  };
  const back = (): void => {
    // A step within a page comes by here, too: there the browser itself leads the way.
    const elsewhere = location.pathname !== here.path;
    syncRoute();
    if (elsewhere) void focusTitle();
  };
  window.addEventListener('popstate', back);
  document.addEventListener('click', click);
  return () => {
    window.removeEventListener('popstate', back);
    document.removeEventListener('click', click);
  };
}
