import type { GameEvent, GameView } from '../api/messages';
import { floorPlanOf } from './floor_plan';
import { placesOf, pointsOf, type Step, type Turn } from './turns';

/**
 * Loads the café as it was at the end of a turn. It has no result yet, and the turn is that of the player who played it.
 * Guests who left with a full table in that turn are still there, so that the user sees where they sat.
 */
export async function loadTurnView(turn: Turn, request: (actions: number) => Promise<GameView | null>): Promise<GameView | null> {
  const end = await request(turn.actionCount);
  if (!end) return null;
  const view: GameView = { ...end, turn: turn.player, pending: [], result: null };
  const events = turn.steps.flatMap((step) => step.events);
  const cleared = events.flatMap((event) => (event.type === 'cleared' ? [event.table] : []));
  if (cleared.length === 0) return view;
  const start = await request(turn.actionCount - turn.steps.length);
  return start ? withClearedTables(view, start, events, cleared) : view;
}

function withClearedTables(end: GameView, start: GameView, events: readonly GameEvent[], cleared: readonly string[]): GameView {
  const plan = floorPlanOf(end.tables);
  const seats = new Set(cleared.flatMap(plan.seatsOf));
  const arrivals = events.flatMap((event) => (event.type === 'seated' ? [[event.seat, event.guest] as const] : []));
  const guests = [...Object.entries(start.seated), ...arrivals].filter(([seat]) => seats.has(seat));
  const tables = cleared.map((table) => [table, start.tables[table] ?? ''] as const);
  return {
    ...end,
    seated: { ...Object.fromEntries(guests), ...end.seated },
    tables: { ...end.tables, ...Object.fromEntries(tables) },
  };
}

/** The points of a turn with the cells where they are shown. */
export function scorePopupsOf(steps: readonly Step[], player: number): { n: number; cell: string; player: number; events: GameEvent[] }[] {
  return steps.flatMap((step) => {
    if (pointsOf(step.events) === 0) return [];
    const { action } = step;
    // A party is shown at its table, any other action where the guest went.
    const cell = action.kind === 'party' ? action.table : placesOf(step.events)[0];
    return cell === undefined ? [] : [{ n: step.n, cell, player, events: step.events }];
  });
}
