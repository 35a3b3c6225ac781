import { tick } from 'svelte';
import { isOutdated } from '../api/protocol.svelte';
import { focusTitle } from './focus_title';
import { historyDriver, navigationDriver, type NavigationDriver } from './navigation_drivers';
import { changeScreen } from './screen_transition';

let url = $state.raw<URL>();
let driver: NavigationDriver | undefined;

/** The address of the current screen, with its query. */
export function currentUrl(): URL {
  if (!url) throw new Error('the router has not started');
  return url;
}

/** Goes to an address of the app. */
export function navigate(path: string, { replace = false } = {}): void {
  driver?.navigate(new URL(path, location.href), replace);
}

/** Follows links and the back button without loading the page anew. */
export function startRouter(): void {
  const navigation = globalThis.navigation as Navigation | undefined;
  url = new URL(location.href);
  driver = navigation ? navigationDriver(navigation, handlers) : historyDriver(handlers);
}

const handlers = {
  /** The server answers under `/api/` and `/admin/` itself, and an outdated page may not open further screens. */
  accepts: (to: URL): boolean => to.origin === location.origin && !/^\/(api|admin)\//.test(to.pathname) && !isOutdated(),
  /** Another query is another state of the same screen: focus and scroll position stay. */
  isOtherScreen: (to: URL): boolean => to.pathname !== url?.pathname,
  show: async (to: URL): Promise<void> => {
    if (!handlers.isOtherScreen(to)) {
      url = to;
      return;
    }
    await changeScreen(async () => {
      url = to;
      await tick();
    });
    await focusTitle();
  },
};
