import type { RoomView } from '../api/messages';
import type { GameKind } from '../game/kinds';

/** A position to play from, and what to play there. */
export interface StudyScript {
  id: string;
  game: GameKind;
  position: Record<string, unknown>;
  /** For each step, the actions that continue the lesson, simplest first. */
  wants: readonly (readonly string[])[];
}

/** The visitor id of the player at a lesson's room. */
export const LEARNER = 'learner';

/** The room of a lesson: the learner against one bot. */
export function studyRoom(lesson: StudyScript, names: readonly [string, string]): RoomView {
  const occupant = { reserved_for: null, bot_plays: false, resigned: false, muted: false, is_program: false, has_share: false };
  return {
    id: lesson.id,
    options: {
      game: lesson.game,
      players: 2,
      parties: lesson.position.parties === true,
      clock: { kind: 'none' },
      public: false,
      spectators: false,
      hints: true,
      undo: true,
      friendly_deal: false,
    },
    commitment: '',
    host: LEARNER,
    occupants: [
      { ...occupant, name: names[0], visitor: LEARNER, bot: null },
      { ...occupant, name: names[1], visitor: null, bot: 'casual' },
    ],
    started: true,
    over: false,
    closed: false,
    next_room: null,
    shared: false,
  };
}
