import type { GameEvent, GameView } from '../../api/messages';
import { floorPlanOf } from '../../game/floor_plan';
import type { LeavingTable } from '../../board/board_view';
import type { Subscribe } from '../client_events';
import { TimedList } from './timed_list.svelte';

const LEAVING_MS = 1_200;

/** Full tables that have just been cleared. */
export class LeavingTables {
  readonly #list = new TimedList<LeavingTable>(LEAVING_MS);
  readonly #unsubscribe: () => void;

  constructor(subscribe: Subscribe) {
    this.#unsubscribe = subscribe((event) => {
      if (event.type !== 'updated' || !event.live || !event.before.view) return;
      for (const played of event.events) {
        if (played.type !== 'action_played') continue;
        for (const table of clearedTables(played.number, played.events, event.before.view)) this.#list.add(table);
      }
    });
  }

  get items(): readonly LeavingTable[] {
    return this.#list.items;
  }

  dispose(): void {
    this.#unsubscribe();
    this.#list.dispose();
  }
}

/** The tables that an action cleared, with the guests who sat there. `view` is the one before the action. */
function clearedTables(n: number, events: readonly GameEvent[], view: GameView): LeavingTable[] {
  const plan = floorPlanOf(view.tables);
  const seated = { ...view.seated };
  for (const event of events) if (event.type === 'seated') seated[event.seat] = event.guest;
  return events.flatMap((event) => {
    if (event.type !== 'cleared') return [];
    const guests = plan.seatsOf(event.table).flatMap((seat) => seated[seat] ?? []);
    return [{ n, table: event.table, nation: view.tables[event.table] ?? '', guests }];
  });
}
