import { settings } from '../app/settings.svelte';

/** The sounds of an action, of an action that scores, and of the start of the player's turn. */
export type Sound = 'cup' | 'points' | 'turn';

/** By default there are no sounds, so only some players need the synthesizer. */
const loadSynthesizer = () => import('./synthesizer');

/** Loads the synthesizer if sounds are switched on, so that the first one is not late. */
export function prepareSounds(): void {
  if (settings.sounds) void loadSynthesizer().catch(() => {});
}

/** Plays a sound if sounds are switched on. */
export function playSound(sound: Sound): void {
  if (!settings.sounds || document.hidden) return;
  void loadSynthesizer().then(({ synthesize }) => synthesize(sound)).catch(() => {});
}
