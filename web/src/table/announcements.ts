import { t } from '../i18n/i18n.svelte';
import { guestName, nationName } from '../game/names';
import type { GameEvent, GameView, RoomEvent } from '../api/wire';
import { parseAction } from '../game/notation';
import { pointsOf } from '../game/turns';

/** A player as sentences name one: whoever listens is spoken to. */
export type PlayerPhrase = { name: string; you: 'yes' | 'no' };

/** What happened, for those who listen; nothing if it needs no words. */
export function announceEvent(one: RoomEvent, who: (seat: number) => PlayerPhrase): string {
  switch (one.type) {
    case 'action_played':
      return actionSaid(who(one.player), one.action, one.events);
    case 'undone':
      return t('said.undone', who(one.player));
    case 'undo_requested':
      return t('table.askedUndo', who(one.player));
    case 'undo_declined':
      return t('undo.declined', who(one.player));
    case 'chat':
      return t('said.says', { ...who(one.player), text: one.text });
    default:
      return '';
  }
}

function actionSaid(who: PlayerPhrase, written: string, events: readonly GameEvent[]): string {
  const action = parseAction(written);
  const points = pointsOf(events);
  const after = events.flatMap((one) => {
    if (one.type === 'laid') return [t('table.saidLaid', { nation: nationName(one.nation), cell: one.table })];
    if (one.type === 'eliminated') return [t('said.out', who)];
    return [];
  });
  return [sentence(), ...after].filter((one) => one !== '').join(' ');

  function sentence(): string {
    switch (action.kind) {
      case 'seat':
        return t('table.saidSeated', { ...who, guest: guestName(action.guest.code), seat: action.seat, points });
      case 'party':
        return t('said.party', { ...who, seat: action.table, points });
      case 'bar':
        return t('said.bar', { ...who, guest: guestName(action.guest.code), points });
      case 'swap':
        return t('said.swap', { ...who, guest: guestName(action.guest.code), seat: action.seat });
      case 'pass':
        return t('said.pass', who);
      case 'draw':
        return t('table.saidDrew', who);
      case 'down':
        return t('table.saidDown', who);
      case 'close':
        return t('table.saidClose', who);
      case 'end':
        return '';
    }
  }
}

/** Whose turn it is now, or that the café closes. */
export function announceTurn(view: GameView, name: (seat: number) => string): string {
  if (view.result) return t('over.title');
  if (view.player !== null && view.turn === view.player) return t('table.yourTurnSaid', { n: view.hand_sizes[view.player] ?? 0 });
  return t('said.turn', { name: name(view.turn) });
}
