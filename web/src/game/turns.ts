import type { GameEvent, PlayedBy, RoomEvent } from '../api/messages';
import type { Action } from '../api/notation';
import { barCell } from './floor_plan';

export interface Step {
  n: number;
  action: Action;
  by: PlayedBy;
  events: GameEvent[];
  points: number;
  scores: number[];
}

/** The actions of one player until the next player is to move. */
export interface Turn {
  /** From 1. */
  number: number;
  player: number;
  steps: Step[];
  /** Number of actions from the start of the game to the last step of this turn. */
  actionCount: number;
  points: number;
  /** The scores after the last step. */
  scores: number[];
  over: boolean;
}

/** An event that pays or costs points. */
export type ScoringEvent = Extract<GameEvent, { type: 'scored' | 'party_scored' | 'at_bar' }>;

/** What an action or a turn was paid for, by table, then parties, then the bar. */
export function scoringEvents(events: readonly GameEvent[]): ScoringEvent[] {
  return ['scored', 'party_scored', 'at_bar'].flatMap((type) => events.filter((event): event is ScoringEvent => event.type === type));
}

export function pointsOf(events: readonly GameEvent[]): number {
  return scoringEvents(events).reduce((sum, event) => sum + event.points, 0);
}

/** The turns of a game in order, without undone actions. */
export function groupTurns(events: readonly RoomEvent[]): Turn[] {
  return [...extendTurns([], events)];
}

/** The turns after further events. Turns that the events do not touch stay the same objects. */
export function extendTurns(turns: readonly Turn[], events: readonly RoomEvent[]): readonly Turn[] {
  let changed: Turn[] | null = null;
  for (const event of events) {
    if (event.type === 'action_played') {
      changed ??= [...turns];
      const { number: n, player, action, by, scores } = event;
      const step: Step = { n, action, by, events: event.events, scores, points: pointsOf(event.events) };
      const last = changed.at(-1);
      if (last && !last.over) changed[changed.length - 1] = turnOf(last, [...last.steps, step], last.actionCount - last.steps.length);
      else changed.push(turnOf({ number: changed.length + 1, player }, [step], last?.actionCount ?? 0));
    } else if (event.type === 'undone') {
      changed ??= [...turns];
      for (let count = event.count; count > 0; count -= 1) removeLastStep(changed);
    }
  }
  return changed ?? turns;
}

function removeLastStep(turns: Turn[]): void {
  const last = turns.pop();
  if (last && last.steps.length > 1) turns.push(turnOf(last, last.steps.slice(0, -1), last.actionCount - last.steps.length));
}

function turnOf({ number, player }: Pick<Turn, 'number' | 'player'>, steps: Step[], actionsBefore: number): Turn {
  const last = steps.at(-1);
  return {
    number,
    player,
    steps,
    actionCount: actionsBefore + steps.length,
    points: steps.reduce((sum, step) => sum + step.points, 0),
    scores: last?.scores ?? [],
    over: last?.events.some((event) => event.type === 'turn_passed' || event.type === 'game_over') ?? false,
  };
}

/** Where guests went: seats that were taken or swapped, places at the bar. */
export function placesOf(events: readonly GameEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'seated' || event.type === 'swapped') return [event.seat];
    return event.type === 'at_bar' || event.type === 'eliminated' ? [barCell(event.place)] : [];
  });
}

/** Where guests went in a turn. */
export function placesOfTurn(turn: Turn): string[] {
  return turn.steps.flatMap((step) => placesOf(step.events));
}

/** Where guests went since the player's last turn ended; for a spectator, in the last turn. These places are marked, each with its player. */
export function lastPlaces(turns: readonly Turn[], player: number | null = null): Map<string, number> {
  const own = player === null ? -1 : turns.findLastIndex((turn) => turn.player === player && turn.over);
  // Right after the player's turn that turn is the last one.
  const since = own >= 0 && own < turns.length - 1 ? turns.slice(own + 1) : turns.slice(-1);
  return new Map(since.flatMap((turn) => placesOfTurn(turn).map((place) => [place, turn.player] as const)));
}

/** What the other players have done since the player's last turn ended. */
export function turnsSince(turns: readonly Turn[], player: number): Turn[] {
  const own = turns.findLastIndex((turn) => turn.player === player && turn.over);
  return turns.slice(own + 1).filter((turn) => turn.player !== player);
}

/** A turn as one turn for each of its actions, to be shown one after the other. */
export function splitTurn(turn: Turn): Turn[] {
  return turn.steps.map((step, i) => ({ ...turn, steps: [step], points: step.points, actionCount: turn.actionCount - turn.steps.length + i + 1 }));
}

/** By turn, the deal first: the scores of all players. The final scores come last, with the penalties for the hands. */
export function scoreHistory(turns: readonly Turn[], players: number, final: readonly number[] | null = null): number[][] {
  const history: number[][] = [new Array<number>(players).fill(0)];
  for (const turn of turns) history.push(turn.scores);
  if (final) history.push([...final]);
  return history;
}

/** The range of a chart of these scores, in tens so that half of it is a whole number. */
export function chartScale(history: readonly number[][]): { top: number; bottom: number } {
  const scores = history.flat();
  const roundUp = (points: number): number => Math.ceil(points / 10) * 10;
  return { top: Math.max(10, roundUp(Math.max(0, ...scores))), bottom: -roundUp(-Math.min(0, ...scores)) || 0 };
}
