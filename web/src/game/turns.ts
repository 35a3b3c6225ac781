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

/** All that one player did before the next one's turn. */
export interface Turn {
  /** From 1. */
  number: number;
  player: number;
  steps: Step[];
  points: number;
  /** The scores when it ended, or so far. */
  scores: number[];
  over: boolean;
}

export function pointsOf(events: readonly GameEvent[]): number {
  let sum = 0;
  for (const one of events) {
    if (one.type === 'scored' || one.type === 'party_scored' || one.type === 'at_bar') sum += one.points;
  }
  return sum;
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
      if (last && !last.over) changed[changed.length - 1] = turnOf(last.number, last.player, [...last.steps, step]);
      else changed.push(turnOf(changed.length + 1, player, [step]));
    } else if (event.type === 'undone') {
      changed ??= [...turns];
      for (let count = event.count; count > 0; count -= 1) removeLastStep(changed);
    }
  }
  return changed ?? turns;
}

function removeLastStep(turns: Turn[]): void {
  const last = turns.pop();
  if (last && last.steps.length > 1) turns.push(turnOf(last.number, last.player, last.steps.slice(0, -1)));
}

function turnOf(number: number, player: number, steps: Step[]): Turn {
  const last = steps.at(-1);
  return {
    number,
    player,
    steps,
    points: steps.reduce((sum, step) => sum + step.points, 0),
    scores: last?.scores ?? [],
    over: last?.events.some((event) => event.type === 'turn_passed' || event.type === 'game_over') ?? false,
  };
}

/** Where guests went: chairs that were taken or swapped, places at the bar. */
export function placesOf(events: readonly GameEvent[]): string[] {
  return events.flatMap((one) => {
    if (one.type === 'seated' || one.type === 'swapped') return [one.seat];
    return one.type === 'at_bar' || one.type === 'eliminated' ? [barCell(one.place)] : [];
  });
}

/** Where guests went in a turn. */
export function placesOfTurn(turn: Turn): string[] {
  return turn.steps.flatMap((step) => placesOf(step.events));
}

/** Where guests went since one's own last turn ended, and in the turn that goes on: it is marked. Who watches sees the last turn. */
export function lastPlaces(all: readonly Turn[], mine: number | null = null): Set<string> {
  const own = mine === null ? -1 : all.findLastIndex((turn) => turn.player === mine && turn.over);
  // Right after one's own turn that very turn is the last thing that happened.
  const since = own >= 0 && own < all.length - 1 ? all.slice(own + 1) : all.slice(-1);
  return new Set(since.flatMap(placesOfTurn));
}

/** The points of every player after each turn, the deal first; and last, when the game is over, what is left after paying for the hands. */
export function scoreHistory(all: readonly Turn[], players: number, final: readonly number[] | null = null): number[][] {
  const lines: number[][] = [new Array<number>(players).fill(0)];
  for (const turn of all) lines.push(turn.scores);
  if (final) lines.push([...final]);
  return lines;
}

/** Up to where a scale for such points goes, and down to where, in tens: half of it is a whole number too. */
export function chartScale(lines: readonly number[][]): { top: number; bottom: number } {
  const all = lines.flat();
  const tens = (points: number): number => Math.ceil(points / 10) * 10;
  return { top: Math.max(10, tens(Math.max(0, ...all))), bottom: -tens(-Math.min(0, ...all)) || 0 };
}
