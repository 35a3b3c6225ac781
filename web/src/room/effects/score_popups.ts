import { scorePopupsOf } from '../../game/past_view';
import { pointsOf } from '../../game/turns';
import type { ScorePopup } from '../../board/board_view';
import type { Subscribe } from '../client_events';
import { TimedList } from './timed_list.svelte';

const POPUP_MS = 2_600;

/** The points of actions that have just been played. */
export class ScorePopups {
  readonly #list = new TimedList<ScorePopup>(POPUP_MS);
  readonly #unsubscribe: () => void;

  constructor(subscribe: Subscribe) {
    this.#unsubscribe = subscribe((event) => {
      if (event.type !== 'updated' || !event.live) return;
      for (const played of event.events) {
        if (played.type !== 'action_played') continue;
        const step = { ...played, n: played.number, points: pointsOf(played.events) };
        for (const popup of scorePopupsOf([step], played.player)) this.#list.add(popup);
      }
    });
  }

  get items(): readonly ScorePopup[] {
    return this.#list.items;
  }

  dispose(): void {
    this.#unsubscribe();
    this.#list.dispose();
  }
}
