import { gameFacts } from '../../api/game_facts';
import type { GameView, RoomView } from '../../api/messages';

/** A way to leave a running game, or to bring it to an end. */
export type LeaveOption = 'nudge' | 'hand_over' | 'resume' | 'propose_end' | 'claim_end' | 'resign';

export interface LeaveInput {
  room: RoomView;
  view: GameView;
  /** The player that the visitor is; null for a spectator. */
  player: number | null;
  /** The server's time. */
  now: number;
}

/** What a player can do now. The server has the last word. */
export function leaveOptions({ room, view, player, now }: LeaveInput): LeaveOption[] {
  const own = player === null ? undefined : room.occupants[player];
  if (!own || own.resigned || view.result) return [];
  const options: LeaveOption[] = [];
  if (view.nudge_at !== null && view.nudge_at <= now) options.push('nudge');
  options.push(own.bot_plays ? 'resume' : 'hand_over');
  if (room.options.clock.kind === 'none' && view.end_vote === null) options.push('propose_end');
  if (view.claim_at !== null && view.claim_at <= now) options.push('claim_end');
  options.push('resign');
  return options;
}

/** What cannot be taken back is asked once more. A proposal that nobody else has to agree to ends the game at once. */
export function isFinal(option: LeaveOption, { room, player }: Pick<LeaveInput, 'room' | 'player'>): boolean {
  if (option === 'propose_end') return !hasHumanOpponents(room, player);
  return option === 'resign' || option === 'claim_end';
}

export function hasHumanOpponents(room: RoomView, player: number | null): boolean {
  return room.occupants.some((occupant, i) => i !== player && occupant.visitor !== null && !occupant.bot_plays && !occupant.is_program && !occupant.resigned);
}

/** Whether resigning ends the game, as it does with two players. */
export function endsByResigning(room: RoomView): boolean {
  return room.occupants.length === gameFacts[room.options.game].players.min;
}
