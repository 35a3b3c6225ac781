import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
import '../styles/points.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { whenForgotten } from '../api/visitor.svelte';
import { preferredLanguage, followLanguageChoice, formatList, loadLanguage, t } from '../i18n/i18n.svelte';
import { SOURCE_LANGUAGE } from '../i18n/language';
import { showNotice } from '../ui/notices.svelte';
import { currentUrl, startRouter } from './router.svelte';
import { routeFor } from './routes';
import { applyTheme } from './settings.svelte';
import { registerServiceWorker } from './updates.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no element #app');
applyTheme();
startRouter();
const languageShown = loadLanguage(preferredLanguage()).catch(() => loadLanguage(SOURCE_LANGUAGE));
preloadScreen();
whenForgotten(() => showNotice(() => t('app.signedOut')));
await languageShown;
followLanguageChoice();
await nextFrame();
target.replaceChildren();
mount(App, { target });
// The first use of Intl takes Chromium 10 ms, on a slow phone 40 ms. Now the page waits for the server anyway; later a table would wait to be drawn.
(globalThis.requestIdleCallback ?? setTimeout)(() => formatList([]));
if (document.readyState === 'complete') void registerServiceWorker();
else window.addEventListener('load', () => void registerServiceWorker(), { once: true });

/** Starts to load the first screen together with the language. App.svelte shows a failure. */
function preloadScreen(): void {
  void Promise.resolve(routeFor(currentUrl()).route.load()).catch(() => {});
}

/** Lets a slow phone paint the static page before the app is built. A hidden page paints nothing. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
