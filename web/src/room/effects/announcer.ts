import { announce } from '../../ui/notices.svelte';
import { announceEvent, announceTurn } from '../announcements';
import { playerName, playerPhrase } from '../player_names';
import { hasTurnChanged } from '../state';
import type { Subscribe } from '../client_events';

/** Tells screen readers what happens. All of one update is a single announcement, in order. */
export function startAnnouncer(subscribe: Subscribe, isMuted: (player: number) => boolean, say: (text: () => string) => void = announce): () => void {
  return subscribe((event) => {
    if (event.type !== 'updated') return;
    const { after } = event;
    const audible = event.live ? event.events.filter((item) => item.type !== 'chat' || !isMuted(item.player)) : [];
    const turnChanged = hasTurnChanged(event.before, after);
    const text = (): string => {
      const sentences = audible.map((item) => announceEvent(item, (player) => playerPhrase(after, player)));
      if (after.view && turnChanged) sentences.push(announceTurn(after.view, (player) => playerName(after, player)));
      return sentences.filter((sentence) => sentence !== '').join(' ');
    };
    if (text() !== '') say(text);
  });
}
