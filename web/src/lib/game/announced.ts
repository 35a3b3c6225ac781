import { t } from '../i18n/i18n.svelte';
import { guestName, nationName } from '../names';
import type { Happening, Scene, Seen } from '../wire/wire';
import { parse } from './notation';
import { pointsOf } from './turns';

/** A player as sentences name one: whoever listens is spoken to. */
export type Who = { name: string; you: 'yes' | 'no' };

/** What happened, for those who listen; nothing if it needs no words. */
export function happeningSaid(one: Happening, who: (seat: number) => Who): string {
  switch (one.what) {
    case 'acted':
      return actionSaid(who(one.seat), one.action, one.events);
    case 'undone':
      return t('said.undone', who(one.seat));
    case 'undo_asked':
      return t('table.askedUndo', who(one.seat));
    case 'undo_declined':
      return t('undo.declined', who(one.seat));
    case 'said':
      return t('said.says', { ...who(one.seat), text: one.text });
    default:
      return '';
  }
}

function actionSaid(who: Who, written: string, events: readonly Seen[]): string {
  const action = parse(written);
  const points = pointsOf(events);
  const after = events.flatMap((one) => {
    if (one.event === 'laid') return [t('table.saidLaid', { nation: nationName(one.nation), cell: one.table })];
    if (one.event === 'eliminated') return [t('said.out', who)];
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
export function turnSaid(scene: Scene, name: (seat: number) => string): string {
  if (scene.result) return t('over.title');
  if (scene.seat !== null && scene.turn === scene.seat) return t('table.yourTurnSaid', { n: scene.hand_sizes[scene.seat] ?? 0 });
  return t('said.turn', { name: name(scene.turn) });
}
