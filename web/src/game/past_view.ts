import type { GameEvent, GameView } from '../api/wire';
import { parseAction } from './notation';
import { floorPlanOf } from './floor_plan';
import { placesOf, pointsOf, type Step, type Turn } from './turns';

/** Whose table stood at a cell before any other was laid there, as far as what was paid tells. */
function firstTables(view: GameView, events: readonly GameEvent[]): Record<string, string> {
  const tables = { ...view.tables };
  const known = new Set<string>();
  const laid = new Set<string>();
  for (const event of events) {
    if (event.type === 'laid') {
      if (!known.has(event.table) && !laid.has(event.table)) tables[event.table] = '';
      laid.add(event.table);
    } else if ((event.type === 'scored' || event.type === 'party_scored') && !laid.has(event.table) && !known.has(event.table)) {
      tables[event.table] = event.nation;
      known.add(event.table);
    }
  }
  return tables;
}

/**
 * The café as it was when the given turn ended, made from what happened. Guests who left with a full table in that very
 * turn are still there: one wants to see where they sat. Nobody had won yet, and it is marked whose turn it was.
 */
export function viewAfterTurn(view: GameView, turns: readonly Turn[], number: number): GameView {
  const events = turns.flatMap((turn) => turn.steps.flatMap((step) => step.events));
  const tables = firstTables(view, events);
  const plan = floorPlanOf(view.tables);
  const seated: Record<string, string> = {};
  const bar: string[] = [];
  for (const turn of turns) {
    if (turn.number > number) break;
    const leaving: string[] = [];
    const coming: [string, string][] = [];
    for (const event of turn.steps.flatMap((step) => step.events)) {
      if (event.type === 'seated') {
        seated[event.seat] = event.guest;
        const gone = leaving.indexOf(event.seat);
        if (gone >= 0) leaving.splice(gone, 1);
      } else if (event.type === 'swapped') seated[event.seat] = event.guest;
      else if (event.type === 'cleared') leaving.push(...plan.seatsOf(event.table));
      else if (event.type === 'laid') coming.push([event.table, event.nation]);
      else if (event.type === 'at_bar' || event.type === 'eliminated') bar.push(event.tile);
    }
    if (turn.number === number) continue;
    for (const seat of leaving) delete seated[seat];
    for (const [table, nation] of coming) tables[table] = nation;
  }
  const { scores, player: turn } = turns.find((turn) => turn.number === number) ?? { scores: view.scores, player: view.turn };
  const later = turns.filter((turn) => turn.number > number).flatMap((turn) => turn.steps.flatMap((step) => step.events));
  const count = (kind: GameEvent['type']): number => later.filter((event) => event.type === kind).length;
  const stocks = { guest_stock: view.guest_stock + count('drew'), table_stock: view.table_stock + count('laid') };
  return { ...view, ...stocks, tables, seated, bar, scores, turn, pending: [], legal: [], result: null };
}

/** What rose above tables, chairs and the bar in a turn, to be seen once more. */
export function scorePopupsOf(steps: readonly Step[], player: number): { n: number; cell: string; player: number; events: GameEvent[] }[] {
  return steps.flatMap((step) => {
    if (pointsOf(step.events) === 0) return [];
    const action = parseAction(step.action);
    // A party pays at its table, everybody else where they went.
    const cell = action.kind === 'party' ? action.table : placesOf(step.events)[0];
    return cell === undefined ? [] : [{ n: step.n, cell, player, events: step.events }];
  });
}
