import type { Action } from './notation';
import type * as Wire from './wire';

/**
 * The data from the server as the client uses it: the types of the wire format, with parsed actions (`api/parse.ts`).
 * Other modules import their types from here. Only `source/socket.ts` and test helpers, which handle unparsed messages, use
 * `wire.ts`. The types below replace those of the same name.
 */
export * from './wire';

export type LegalAction = Omit<Wire.LegalAction, 'action'> & { action: Action };
/** A lesson, which no bot computes, knows only the actions and their points. */
export type HintTurn = Pick<Wire.HintTurn, 'points'> & Partial<Omit<Wire.HintTurn, 'actions'>> & { actions: Action[] };
export type GameView = Omit<Wire.GameView, 'legal'> & { legal: LegalAction[] };

type WireEvent = Wire.RoomEvent;
type ActionPlayed = Extract<WireEvent, { type: 'action_played' }>;
export type RoomEvent = Exclude<WireEvent, ActionPlayed> | (Omit<ActionPlayed, 'action'> & { action: Action });
export type RoomUpdate = Omit<Wire.RoomUpdate, 'events' | 'view'> & { events: RoomEvent[]; view?: GameView };

type WireMessage = Wire.ServerMessage;
export type ServerMessage =
  | Exclude<WireMessage, { type: 'update' | 'hint' | 'past_view' }>
  | ({ type: 'update' } & RoomUpdate)
  | { type: 'hint'; id: number; turns: HintTurn[] }
  | { type: 'past_view'; id: number; view: GameView };

export type ReplayStep = Omit<Wire.ReplayStep, 'action' | 'view'> & { action: Action; view: GameView };
export type GameReplay = Omit<Wire.GameReplay, 'start' | 'steps'> & { start: GameView; steps: ReplayStep[] };
export type StudyStep = Omit<Wire.StudyStep, 'action'> & { action: Action };
export type StudyResult = Omit<Wire.StudyResult, 'view' | 'steps'> & { view: GameView; steps: StudyStep[] };
