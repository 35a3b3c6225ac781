import { t } from '../i18n/i18n.svelte';
import { ownPlayer, type RoomState } from './state';

/** A player as sentences name them: `you` selects the form of the verb. */
export type PlayerPhrase = { name: string; you: 'yes' | 'no' };

/** "You" for the own player. */
export function playerName(state: RoomState, player: number): string {
  return player === ownPlayer(state) ? t('play.you') : (state.room?.occupants[player]?.name ?? '');
}

export function playerPhrase(state: RoomState, player: number): PlayerPhrase {
  return { name: playerName(state, player), you: player === ownPlayer(state) ? 'yes' : 'no' };
}
