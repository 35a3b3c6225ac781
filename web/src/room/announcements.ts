import { t } from '../i18n/i18n.svelte';
import { atTable, nationName, tileName } from '../game/names';
import type { GameEvent, GameView, RoomEvent } from '../api/messages';
import { partySex } from '../game/explanations';
import { formatGuest, type Action } from '../api/notation';
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
      return t('undo.asked', phraseOf(event.player));
    case 'undo_declined':
      return t('undo.declined', phraseOf(event.player));
    case 'resigned':
      return t(event.claimed_by === null ? 'announce.resigned' : 'announce.silent', phraseOf(event.player));
    case 'nudged':
      return t('announce.nudged', phraseOf(event.player));
    case 'end_proposed':
      return t('announce.endProposed', phraseOf(event.player));
    case 'end_declined':
      return t('announce.endDeclined', phraseOf(event.player));
    case 'bot_took_over':
      return t('announce.botTookOver', phraseOf(event.player));
    case 'player_returned':
      return t('announce.returned', phraseOf(event.player));
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
      return t('announce.seated', { ...player, guest: tileName(formatGuest(action.guest)), seat: action.seat, points });
    case 'party':
      return t('announce.party', { ...player, sex: partySex(events), atTable: atTable(partyNation(events)), points });
    case 'bar':
      return t('announce.bar', { ...player, guest: tileName(action.guest.code), points });
    case 'swap':
      return t('announce.swap', { ...player, guest: tileName(action.guest.code), seat: action.seat });
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

/** The nation of the table where a party was given. */
function partyNation(events: readonly GameEvent[]): string {
  const party = events.find((event) => event.type === 'party_scored');
  return party?.type === 'party_scored' ? party.nation : '';
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
  if (view.result) return t('play.over');
  if (view.player !== null && view.turn === view.player) return t('announce.yourTurn', { n: view.hand_sizes[view.player] ?? 0 });
  return t('announce.turn', { name: nameOf(view.turn) });
}
