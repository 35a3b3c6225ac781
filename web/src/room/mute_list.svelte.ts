import { storage } from '../api/storage';

/** The players whose chat and reactions this device hides in a room. */
export class MuteList {
  players = $state.raw<ReadonlySet<number>>(new Set());
  readonly #key: string;

  constructor(room: string) {
    this.#key = `cafe.quiet.${room}`;
    this.players = this.#load();
  }

  has(player: number): boolean {
    return this.players.has(player);
  }

  set(player: number, muted: boolean): void {
    const players = new Set(this.players);
    if (muted) players.add(player);
    else players.delete(player);
    this.players = players;
    if (players.size === 0) storage.remove(this.#key);
    else storage.setJson(this.#key, [...players]);
  }

  #load(): Set<number> {
    const stored = storage.getJson(this.#key);
    return new Set(Array.isArray(stored) ? stored.filter((item): item is number => typeof item === 'number') : []);
  }
}
