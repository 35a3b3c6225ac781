import type { RoomEvent } from '../../api/messages';
import { hintText } from '../../game/hints';
import { t } from '../../i18n/i18n.svelte';
import { showWaitingNotice } from '../../ui/notices.svelte';
import { playerPhrase } from '../player_names';
import { refusalText } from '../refusal';
import { ownPlayer } from '../state';
import type { Subscribe } from '../client_events';

/** Shows a text; the returned function removes it. */
type Show = (text: () => string) => () => void;

/**
 * Shows refusals, declined undo requests, and hints that no seat on the board can show. They stay until the player goes on, or until
 * something happens that they do not apply to any more.
 */
export function startRoomNotices(subscribe: Subscribe, show: Show = showWaitingNotice): () => void {
  let dismiss = (): void => {};
  return subscribe((event) => {
    if (event.type === 'refused') {
      if (!event.silent) dismiss = show(() => refusalText(event.refusal, event.state.view?.tables ?? {}));
    } else if (event.type === 'hinted') {
      const { hint, state } = event;
      const { view } = state;
      // The panel explains a hint for a guest in hand, and the board shows its chair.
      const isShown = hint.actions[0]?.kind === 'seat' || hint.actions[0]?.kind === 'swap';
      if (view && !isShown) dismiss = show(() => hintText(hint, view));
    } else if (event.live) {
      const player = ownPlayer(event.after);
      if (event.events.some((item) => outdates(item, player))) dismiss();
      const nudge = event.events.find((item) => item.type === 'nudged' && item.to === player);
      if (nudge?.type === 'nudged') dismiss = show(() => t('announce.nudged', playerPhrase(event.after, nudge.player)));
      const refusedEnd = event.events.find((item) => item.type === 'end_declined' && item.player !== player);
      if (refusedEnd?.type === 'end_declined' && event.before.view?.end_vote?.player === player) dismiss = show(() => t('announce.endDeclined', playerPhrase(event.after, refusedEnd.player)));
      if (event.before.view?.undo_vote?.player !== player) return;
      const declined = event.events.find((item) => item.type === 'undo_declined');
      if (declined?.type === 'undo_declined') dismiss = show(() => t('undo.declined', playerPhrase(event.after, declined.player)));
    }
  });
}

/** Whether a notice to this player is out of date after the event: the player has gone on, or the position is another one. */
function outdates(event: RoomEvent, player: number | null): boolean {
  if (event.type === 'action_played') return event.player === player || event.events.some(({ type }) => type === 'game_over');
  return event.type === 'undone' || event.type === 'undo_requested';
}
