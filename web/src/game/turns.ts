import type { GameEvent, PlayedBy, RoomEvent } from '../api/wire';
import { barCell } from './floor_plan';

export interface Step {
  n: number;
  action: string;
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

export function pointsOf(events: readonly GameEvent[]): number {
  let sum = 0;
  for (const event of events) {
    if (event.type === 'scored' || event.type === 'party_scored' || event.type === 'at_bar') sum += event.points;
  }
  return sum;
}

/** The turns of a game in order, without undone actions. */
export function groupTurns(events: readonly RoomEvent[]): Turn[] {
  const played: (Step & { player: number })[] = [];
  for (const event of events) {
    if (event.type === 'action_played') {
      const { number: n, player, action, by, events: caused, scores } = event;
      played.push({ n, player, action, by, events: caused, scores, points: pointsOf(caused) });
    } else if (event.type === 'undone') {
      played.length = Math.max(0, played.length - event.count);
    }
  }
  const turns: Turn[] = [];
  for (const [index, { player, ...step }] of played.entries()) {
    let turn = turns.at(-1);
    if (!turn || turn.over) {
      turn = { number: turns.length + 1, player, steps: [], actionCount: 0, points: 0, scores: [], over: false };
      turns.push(turn);
    }
    turn.steps.push(step);
    turn.actionCount = index + 1;
    turn.points += step.points;
    turn.scores = step.scores;
    turn.over = step.events.some((event) => event.type === 'turn_passed' || event.type === 'game_over');
  }
  return turns;
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

/** Where guests went since the player's last turn ended; for a spectator, in the last turn. These places are marked. */
export function lastPlaces(turns: readonly Turn[], player: number | null = null): Set<string> {
  const own = player === null ? -1 : turns.findLastIndex((turn) => turn.player === player && turn.over);
  // Right after the player's turn that turn is the last one.
  const since = own >= 0 && own < turns.length - 1 ? turns.slice(own + 1) : turns.slice(-1);
  return new Set(since.flatMap(placesOfTurn));
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
