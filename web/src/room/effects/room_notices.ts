import type { HintTurn } from '../../api/messages';
import { t } from '../../i18n/i18n.svelte';
import { showNotice } from '../../ui/notices.svelte';
import { playerPhrase } from '../player_names';
import { refusalText } from '../refusal';
import { ownPlayer } from '../state';
import type { Subscribe } from '../client_events';

/** Shows refusals, declined undo requests, and hints that no seat on the board can show. */
export function startRoomNotices(subscribe: Subscribe, show: (text: () => string) => void = showNotice): () => void {
  return subscribe((event) => {
    if (event.type === 'refused') {
      if (!event.silent) show(() => refusalText(event.refusal, event.state.view?.tables ?? {}));
    } else if (event.type === 'hinted') {
      const key = hintKey(event.hint);
      if (key !== null) show(() => t(key));
    } else if (event.live && event.before.view?.undo_vote?.player === ownPlayer(event.after)) {
      const declined = event.events.find((item) => item.type === 'undo_declined');
      if (declined?.type === 'undo_declined') show(() => t('undo.declined', playerPhrase(event.after, declined.player)));
    }
  });
}

function hintKey({ actions: [first] }: HintTurn) {
  const kind = first?.kind;
  return kind === 'draw' || kind === 'bar' || kind === 'party' ? (`turn.hint.${kind}` as const) : null;
}
