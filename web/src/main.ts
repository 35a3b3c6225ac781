import '@fontsource-variable/josefin-sans/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/points.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { detectHere, speak } from './lib/i18n/i18n.svelte';
import { dress } from './lib/settings.svelte';

dress();
const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the café');
const language = detectHere();
await speak(language).catch(() => speak('en'));
mount(App, { target });
