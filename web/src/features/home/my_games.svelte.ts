import { byUrgency } from './games';
import type { MyRoomsQuery } from '../../api/http';
import type { Home, RoomListItem, RoomPage } from '../../api/messages';

type LoadPage = (query: MyRoomsQuery) => Promise<RoomPage>;

/** The largest page that the server sends. */
const MAX_PAGE = 100;
/** Finished games that are loaded at a time. */
const FINISHED_PAGE = 12;

/** The visitor's games: all running ones, and the latest finished ones, more of them on demand. */
export class MyGames {
  /** Most urgent first; null until they are loaded. */
  running = $state.raw<RoomListItem[] | null>(null);
  finished = $state.raw<RoomListItem[]>([]);
  /** Whether there are more finished games. */
  hasMore = $state(false);

  readonly #loadPage: LoadPage;
  /** Where the next page of finished games starts; null if there is none. */
  #next: string | null = null;

  constructor(loadPage: LoadPage) {
    this.#loadPage = loadPage;
  }

  /** For a device without a visitor, which has no games. */
  clear(): void {
    this.running = [];
    this.finished = [];
    this.#setNext(null);
  }

  /** Shows what the server sent, and loads the rest of an unusually long list. */
  async update({ running: firstRunning, finished: latest }: Pick<Home, 'running' | 'finished'>): Promise<void> {
    const running = await this.#completed(firstRunning);
    // Games that were loaded on demand stay below those that have finished meanwhile.
    const latestIds = new Set(latest.rooms.map(({ room }) => room.id));
    const older = this.finished.filter(({ room }) => !latestIds.has(room.id));
    if (this.finished.length === 0) this.#setNext(latest.next);
    this.finished = [...latest.rooms, ...older];
    this.running = byUrgency(running);
  }

  /** Loads more finished games. A page can be empty although more follow. */
  async loadMore(): Promise<void> {
    let found = 0;
    while (this.#next !== null && found === 0) {
      const page = await this.#loadPage({ over: true, limit: FINISHED_PAGE, after: this.#next });
      const known = new Set(this.finished.map(({ room }) => room.id));
      const added = page.rooms.filter(({ room }) => !known.has(room.id));
      this.finished = [...this.finished, ...added];
      found = added.length;
      this.#setNext(page.next);
    }
  }

  #setNext(next: string | null): void {
    this.#next = next;
    this.hasMore = next !== null;
  }

  async #completed({ rooms, next }: RoomPage): Promise<RoomListItem[]> {
    const games = [...rooms];
    for (let after = next; after !== null; ) {
      const page = await this.#loadPage({ over: false, limit: MAX_PAGE, after });
      games.push(...page.rooms);
      after = page.next;
    }
    return games;
  }
}
