import type { GameResult, RoomListItem } from '../../api/messages';
import { formatList, language, t } from '../../i18n/i18n.svelte';
import { isFinished, isMyTurnIn, opponentNames } from './games';
import { dayAndTime, localeOf } from './times';

/** A time as people say it: `14:05`, `tomorrow 14:05`. */
export function timeText(at: number, now: number): string {
  const { day, time } = dayAndTime(at, now, localeOf(language(), navigator.languages));
  return day === null ? time : t('home.day', { day, time });
}

/** Whom a game is against; in a list for everybody, who plays it. */
export function playersText(game: RoomListItem): string {
  return formatList(opponentNames(game)) || t('home.noPlayers');
}

export function statusText(game: RoomListItem): string {
  const { room, result, to_move } = game;
  if (result) return resultText(game, result);
  if (room.closed) return t('home.closed');
  if (!room.started) return t('home.waiting', { n: room.occupants.filter(({ visitor, bot }) => !visitor && !bot).length });
  if (isMyTurnIn(game)) return t('home.yours');
  return to_move === null ? t('home.playing') : t('home.theirs', { name: room.occupants[to_move]?.name ?? '' });
}

function resultText({ room, player }: RoomListItem, { winners }: GameResult): string {
  if (player !== null && winners.includes(player)) return t(winners.length > 1 ? 'home.shared' : 'home.won');
  const names = winners.map((winner) => room.occupants[winner]?.name ?? '');
  return t('home.lost', { name: formatList(names), n: names.length });
}

/** Which game it is, and since when. */
export function aboutText(game: RoomListItem, now: number): string {
  const kind = t(`game.${game.room.options.game}`);
  return isFinished(game) ? t('home.ended', { game: kind, when: timeText(game.updated_at, now) }) : t('home.opened', { game: kind, when: timeText(game.opened_at, now) });
}
