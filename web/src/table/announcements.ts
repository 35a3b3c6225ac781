import { t } from '../i18n/i18n.svelte';
import { guestName, nationName } from '../game/names';
import type { GameEvent, GameView, RoomEvent } from '../api/wire';
import { parseAction } from '../game/notation';
import { pointsOf } from '../game/turns';
import type { PlayerPhrase } from './player_names';

/** An event as a sentence for screen readers; empty if it needs none. */
export function announceEvent(event: RoomEvent, phraseOf: (player: number) => PlayerPhrase): string {
  switch (event.type) {
    case 'action_played':
      return [actionSentence(phraseOf(event.player), event.action, event.events), ...consequences(phraseOf(event.player), event.events)]
        .filter((sentence) => sentence !== '')
        .join(' ');
    case 'undone':
      return t('said.undone', phraseOf(event.player));
    case 'undo_requested':
      return t('table.askedUndo', phraseOf(event.player));
    case 'undo_declined':
      return t('undo.declined', phraseOf(event.player));
    case 'chat':
      return t('said.says', { ...phraseOf(event.player), text: event.text });
    default:
      return '';
  }
}

function actionSentence(player: PlayerPhrase, notation: string, events: readonly GameEvent[]): string {
  const action = parseAction(notation);
  const points = pointsOf(events);
  switch (action.kind) {
    case 'seat':
      return t('table.saidSeated', { ...player, guest: guestName(action.guest.code), seat: action.seat, points });
    case 'party':
      return t('said.party', { ...player, seat: action.table, points });
    case 'bar':
      return t('said.bar', { ...player, guest: guestName(action.guest.code), points });
    case 'swap':
      return t('said.swap', { ...player, guest: guestName(action.guest.code), seat: action.seat });
    case 'pass':
      return t('said.pass', player);
    case 'draw':
      return t('table.saidDrew', player);
    case 'down':
      return t('table.saidDown', player);
    case 'close':
      return t('table.saidClose', player);
    case 'end':
      return '';
  }
}

function consequences(player: PlayerPhrase, events: readonly GameEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'laid') return [t('table.saidLaid', { nation: nationName(event.nation), cell: event.table })];
    if (event.type === 'eliminated') return [t('said.out', player)];
    return [];
  });
}

/** The player to move, or the end of the game. */
export function announceTurn(view: GameView, nameOf: (player: number) => string): string {
  if (view.result) return t('over.title');
  if (view.player !== null && view.turn === view.player) return t('table.yourTurnSaid', { n: view.hand_sizes[view.player] ?? 0 });
  return t('said.turn', { name: nameOf(view.turn) });
}
