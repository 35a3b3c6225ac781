import { t } from '../i18n/i18n.svelte';
import { guestName, nationName } from '../game/names';
import type { GameEvent, GameView, RoomEvent } from '../api/messages';
import type { Action } from '../api/notation';
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
      return t('announce.undone', phraseOf(event.player));
    case 'undo_requested':
      return t('table.askedUndo', phraseOf(event.player));
    case 'undo_declined':
      return t('undo.declined', phraseOf(event.player));
    case 'chat':
      return t('announce.chat', { ...phraseOf(event.player), text: event.text });
    default:
      return '';
  }
}

function actionSentence(player: PlayerPhrase, action: Action, events: readonly GameEvent[]): string {
  const points = pointsOf(events);
  switch (action.kind) {
    case 'seat':
      return t('announce.seated', { ...player, guest: guestName(action.guest.code), seat: action.seat, points });
    case 'party':
      return t('announce.party', { ...player, seat: action.table, points });
    case 'bar':
      return t('announce.bar', { ...player, guest: guestName(action.guest.code), points });
    case 'swap':
      return t('announce.swap', { ...player, guest: guestName(action.guest.code), seat: action.seat });
    case 'pass':
      return t('announce.pass', player);
    case 'draw':
      return t('announce.drew', player);
    case 'down':
      return t('announce.down', player);
    case 'close':
      return t('announce.close', player);
    case 'end':
      return '';
  }
}

function consequences(player: PlayerPhrase, events: readonly GameEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'laid') return [t('announce.laid', { nation: nationName(event.nation), cell: event.table })];
    if (event.type === 'eliminated') return [t('announce.eliminated', player)];
    return [];
  });
}

/** The player to move, or the end of the game. */
export function announceTurn(view: GameView, nameOf: (player: number) => string): string {
  if (view.result) return t('over.title');
  if (view.player !== null && view.turn === view.player) return t('announce.yourTurn', { n: view.hand_sizes[view.player] ?? 0 });
  return t('announce.turn', { name: nameOf(view.turn) });
}
