import '@fontsource-variable/josefin-sans/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
import '../styles/points.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { detectHere, followChoice, speak } from '../i18n/i18n.svelte';
import { arrive, place } from './router.svelte';
import { dress } from './settings.svelte';
import { keepShell } from './updates.svelte';
import { screenOf, screens } from './screens';

dress();
const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the café');
arrive();
const screen = screenOf(place());
// Only so that it is on its way: whether it comes is seen where it is shown.
if (screen) screens[screen]().catch(() => {});
const language = detectHere();
await speak(language).catch(() => speak('en'));
followChoice();
// A breath between reading all this and setting it up: a slow phone shows the name over the door. Where nobody looks, nothing is drawn.
await new Promise((breathed) => (document.hidden ? setTimeout(breathed) : requestAnimationFrame(() => setTimeout(breathed))));
target.replaceChildren();
mount(App, { target });
if (document.readyState === 'complete') void keepShell();
else window.addEventListener('load', () => void keepShell(), { once: true });
