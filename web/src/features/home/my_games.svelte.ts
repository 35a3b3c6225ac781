import { byUrgency } from './games';
import type { MyRoomsQuery } from '../../api/http';
import type { RoomListItem, RoomPage } from '../../api/wire';

/** The most that the house tells at once. */
const PAGE = 100;
/** As many finished games as one looks at without asking for more. */
const GLANCE = 6;

/** One's own games: all that go on, however old, and of those that are over the last, or as many as one asks for. */
export class MyGames {
  /** What waits for me comes first. Nothing until it is known. */
  running = $state.raw<RoomListItem[] | null>(null);
  finished = $state.raw<RoomListItem[]>([]);
  /** Whether there are more that are over. */
  more = $state(false);

  readonly #page: (which: MyRoomsQuery) => Promise<RoomPage>;
  /** After which one the next page begins; nothing before the first. */
  #next: string | null = null;

  constructor(page: (which: MyRoomsQuery) => Promise<RoomPage>) {
    this.#page = page;
  }

  /** Nobody is known here, so there are none. */
  none(): void {
    this.running = [];
    this.finished = [];
    this.more = false;
    this.#next = null;
  }

  async look(): Promise<void> {
    const [running, last] = await Promise.all([this.#allRunning(), this.#page({ over: true, limit: GLANCE })]);
    // What was asked for before stays; what has ended meanwhile comes on top of it.
    const first = new Set(last.rooms.map((one) => one.room.id));
    const before = this.finished.filter((one) => !first.has(one.room.id));
    if (this.finished.length === 0) this.#goOn(last.next);
    this.finished = [...last.rooms, ...before];
    this.running = byUrgency(running);
  }

  /** Shows more of those that are over. A page can be empty although there are more. */
  async lookFurther(): Promise<void> {
    let found = 0;
    while (this.#next !== null && found === 0) {
      const page = await this.#page({ over: true, limit: GLANCE * 2, after: this.#next });
      const known = new Set(this.finished.map((one) => one.room.id));
      const fresh = page.rooms.filter((one) => !known.has(one.room.id));
      this.finished = [...this.finished, ...fresh];
      found = fresh.length;
      this.#goOn(page.next);
    }
  }

  #goOn(next: string | null): void {
    this.#next = next;
    this.more = next !== null;
  }

  async #allRunning(): Promise<RoomListItem[]> {
    const all: RoomListItem[] = [];
    let after: string | null = null;
    do {
      const page: RoomPage = await this.#page({ over: false, limit: PAGE, ...(after === null ? {} : { after }) });
      all.push(...page.rooms);
      after = page.next;
    } while (after !== null);
    return all;
  }
}
