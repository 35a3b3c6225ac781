import type { OccupantView, RoomView } from '../../api/messages';

/** Whether a visitor or a bot has the seat. */
export function isTaken(occupant: OccupantView): boolean {
  return occupant.visitor !== null || occupant.bot !== null;
}

/** Whether every seat is taken, so that the game can start. */
export function isFull(room: RoomView): boolean {
  return room.occupants.every(isTaken);
}
