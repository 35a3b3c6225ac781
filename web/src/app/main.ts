import '@fontsource-variable/josefin-sans/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
import '../styles/points.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferredLanguage, followLanguageChoice, loadLanguage } from '../i18n/i18n.svelte';
import { syncRoute, currentRoute } from './router.svelte';
import { applyTheme } from './settings.svelte';
import { registerServiceWorker } from './updates.svelte';
import { screenOf, screens } from './screens';

applyTheme();
const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the café');
syncRoute();
const screen = screenOf(currentRoute());
// Only so that it is on its way: whether it comes is seen where it is shown.
if (screen) screens[screen]().catch(() => {});
const language = preferredLanguage();
await loadLanguage(language).catch(() => loadLanguage('en'));
followLanguageChoice();
// A breath between reading all this and setting it up: a slow phone shows the name over the door. Where nobody looks, nothing is drawn.
await new Promise((breathed) => (document.hidden ? setTimeout(breathed) : requestAnimationFrame(() => setTimeout(breathed))));
target.replaceChildren();
mount(App, { target });
if (document.readyState === 'complete') void registerServiceWorker();
else window.addEventListener('load', () => void registerServiceWorker(), { once: true });
