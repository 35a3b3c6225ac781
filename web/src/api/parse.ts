import type { GameReplay, GameView, HintTurn, LegalAction, RoomEvent, ServerMessage, StudyResult } from './messages';
import { parseAction, type Action } from './notation';
import type * as Wire from './wire';

// Actions are parsed here, once per message. Every other module receives parsed actions.

/** A message from a room's socket. A type that this version does not know is returned as it is. */
export function parseServerMessage(message: Wire.ServerMessage): ServerMessage {
  switch (message.type) {
    case 'update': {
      const { events, view, ...rest } = message;
      return { ...rest, events: events.map(parseEvent), ...(view ? { view: parseView(view) } : {}) };
    }
    case 'hint':
      return { ...message, turns: message.turns.map(parseHint) };
    case 'past_view':
      return { ...message, view: parseView(message.view) };
    default:
      return message;
  }
}

export function parseReplay({ start, steps, ...replay }: Wire.GameReplay): GameReplay {
  return { ...replay, start: parseView(start), steps: steps.map((step) => ({ ...withAction(step), view: parseView(step.view) })) };
}

export function parseStudy({ view, steps, ...study }: Wire.StudyResult): StudyResult {
  return { ...study, view: parseView(view), steps: steps.map(withAction) };
}

export function parseView(view: Wire.GameView): GameView {
  return { ...view, legal: view.legal.map((legal): LegalAction => withAction(legal)) };
}

export function parseEvent(event: Wire.RoomEvent): RoomEvent {
  return event.type === 'action_played' ? withAction(event) : event;
}

function parseHint(turn: Wire.HintTurn): HintTurn {
  return { ...turn, actions: turn.actions.map(parseAction) };
}

function withAction<T extends { action: string }>(item: T): Omit<T, 'action'> & { action: Action } {
  return { ...item, action: parseAction(item.action) };
}
