/** What the router decides about a navigation. */
export interface NavigationHandlers {
  /** Whether the app shows this address itself. */
  accepts(to: URL): boolean;
  isOtherScreen(to: URL): boolean;
  /** Called when the address of the page has changed. */
  show(to: URL): Promise<void>;
}

export interface NavigationDriver {
  navigate(to: URL, replace: boolean): void;
}

/** With the Navigation API the browser reports every navigation: links, the back button, and calls of `navigate`. */
export function navigationDriver(navigation: Navigation, handlers: NavigationHandlers): NavigationDriver {
  navigation.addEventListener('navigate', (event) => {
    const to = new URL(event.destination.url);
    const leavesPage = event.navigationType === 'reload' || event.downloadRequest !== null || event.formData !== null;
    // The browser itself scrolls to a fragment.
    if (!event.canIntercept || event.hashChange || leavesPage || !handlers.accepts(to)) return;
    event.intercept({
      focusReset: 'manual',
      scroll: handlers.isOtherScreen(to) ? 'after-transition' : 'manual',
      handler: () => handlers.show(to),
    });
  });
  return {
    navigate(to, replace) {
      const { committed, finished } = navigation.navigate(to.href, { history: replace ? 'replace' : 'auto' });
      // A navigation that is overtaken by another one is rejected, which is no error here.
      committed?.catch(() => {});
      finished?.catch(() => {});
    },
  };
}

/** For browsers without the Navigation API. */
export function historyDriver(handlers: NavigationHandlers): NavigationDriver {
  const driver: NavigationDriver = {
    navigate(to, replace) {
      if (!handlers.accepts(to)) {
        location.assign(to);
        return;
      }
      if (replace) history.replaceState(null, '', to);
      else history.pushState(null, '', to);
      if (handlers.isOtherScreen(to)) window.scrollTo(0, 0);
      void handlers.show(to);
    },
  };
  window.addEventListener('popstate', () => void handlers.show(new URL(location.href)));
  document.addEventListener('click', (event) => {
    const to = linkTarget(event);
    if (!to || !handlers.accepts(to)) return;
    const isSamePage = to.pathname === location.pathname && to.search === location.search;
    // The browser itself scrolls to a fragment.
    if (isSamePage && to.hash) return;
    event.preventDefault();
    if (!isSamePage) driver.navigate(to, false);
  });
  return driver;
}

/** The address of a clicked link, unless the browser should open it in its own way. */
function linkTarget(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download')) return null;
  return new URL(link.href);
}
