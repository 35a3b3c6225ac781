import { pointsOf } from '../../game/turns';
import { playSound, prepareSounds, type Sound } from '../sounds';
import { hasTurnChanged, isMyTurn } from '../state';
import type { Subscribe } from '../client_events';

/** A sound for every action, and one for the start of the own turn. */
export function startSoundEffects(subscribe: Subscribe, play: (sound: Sound) => void = playSound): () => void {
  prepareSounds();
  return subscribe((event) => {
    if (event.type !== 'updated' || !event.live) return;
    for (const played of event.events) {
      if (played.type === 'action_played') play(pointsOf(played.events) > 0 ? 'points' : 'cup');
    }
    if (event.before.view && hasTurnChanged(event.before, event.after) && isMyTurn(event.after)) play('turn');
  });
}
