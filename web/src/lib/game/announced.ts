import { t } from '../i18n/i18n.svelte';
import { guestName, nationName } from '../names';
import type { Happening, Scene, Seen } from '../wire/wire';
import { parse } from './notation';
import { pointsOf } from './turns';

type Name = (seat: number) => string;

/** What happened, for those who listen; nothing if it needs no words. */
export function happeningSaid(one: Happening, name: Name): string {
  switch (one.what) {
    case 'acted':
      return actionSaid(name(one.seat), one.action, one.events);
    case 'undone':
      return t('said.undone', { name: name(one.seat) });
    case 'undo_asked':
      return t('table.askedUndo', { name: name(one.seat) });
    case 'undo_declined':
      return t('undo.declined', { name: name(one.seat) });
    case 'said':
      return t('said.says', { name: name(one.seat), text: one.text });
    default:
      return '';
  }
}

function actionSaid(name: string, written: string, events: readonly Seen[]): string {
  const action = parse(written);
  const points = pointsOf(events);
  const after = events.flatMap((one) => {
    if (one.event === 'laid') return [t('table.saidLaid', { nation: nationName(one.nation), cell: one.table })];
    if (one.event === 'eliminated') return [`${name}: ${t('table.out')}.`];
    return [];
  });
  return [sentence(), ...after].filter((one) => one !== '').join(' ');

  function sentence(): string {
    switch (action.kind) {
      case 'seat':
        return t('table.saidSeated', { name, guest: guestName(action.guest.code), seat: action.seat, points });
      case 'party':
        return t('said.party', { name, seat: action.table, points });
      case 'bar':
        return t('said.bar', { name, guest: guestName(action.guest.code), points });
      case 'swap':
        return t('said.swap', { name, guest: guestName(action.guest.code), seat: action.seat });
      case 'pass':
        return t('said.pass', { name });
      case 'draw':
        return t('table.saidDrew', { name });
      case 'down':
        return t('table.saidDown', { name });
      case 'close':
        return t('table.saidClose', { name });
      case 'end':
        return '';
    }
  }
}

/** Whose turn it is now, or that the café closes. */
export function turnSaid(scene: Scene, name: Name): string {
  if (scene.result) return t('over.title');
  if (scene.seat !== null && scene.turn === scene.seat) return t('table.yourTurnSaid', { n: scene.hand_sizes[scene.seat] ?? 0 });
  return t('said.turn', { name: name(scene.turn) });
}
