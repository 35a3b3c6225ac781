import { withTexts } from '../i18n/i18n.svelte';

// Screens are shown after their texts are loaded, and so are tests.
await withTexts(Promise.resolve(), 'home', 'game', 'other');
