import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cookie, Page } from '@playwright/test';
import { markKnown, type GameSpec } from './games';

/** Games that the global setup plays once per run. Every test finds all of them on its server, each with its own visitor. */
export const preparedGames = {
  card: { game: 'card', until: 1 },
  cardLater: { game: 'card', until: 5 },
  /** A guest is seated, another may follow, and the last action can be undone. */
  cardMidTurn: { game: 'card', until: 'mid-turn' },
  cardClock: { game: 'card', until: 1, options: { clock: { kind: 'seconds', per_turn: 600 } } },
  cardNoHints: { game: 'card', until: 1, options: { hints: false } },
  cardPrivate: { game: 'card', until: 1, options: { spectators: false } },
  cardThreePlayers: { game: 'card', until: 2, options: { players: 3 } },
  cardFivePlayers: { game: 'card', until: 2, options: { players: 5 } },
  cardOver: { game: 'card', until: 'over' },
  cardOverPrivate: { game: 'card', until: 'over', options: { spectators: false } },
  cardOverThreePlayers: { game: 'card', until: 'over', options: { players: 3 } },
  board: { game: 'board', until: 5 },
  boardThreePlayers: { game: 'board', until: 2, options: { players: 3 } },
  boardFourPlayers: { game: 'board', until: 2, options: { players: 4 } },
  boardOver: { game: 'board', until: 'over' },
  boardOverThreePlayers: { game: 'board', until: 'over', options: { players: 3 } },
  /** Two visitors, the first one is the host. */
  together: { game: 'card', until: 0, visitors: 2 },
  togetherOver: { game: 'card', until: 'over', visitors: 2 },
} satisfies Record<string, GameSpec>;

export type PreparedName = keyof typeof preparedGames;

/** What the global setup leaves about a game: its room, and the cookies of its visitors. */
export interface PreparedRoom {
  id: string;
  visitors: Cookie[][];
}

export type PreparedRooms = Record<PreparedName, PreparedRoom>;

/** Name of the environment variable with the folder that the global setup makes. */
export const PREPARED_FOLDER = 'CAFE_PREPARED';

export function preparedData(): string {
  return join(folder(), 'data');
}

export function preparedRoom(name: PreparedName): PreparedRoom {
  return (JSON.parse(readFileSync(join(folder(), 'rooms.json'), 'utf8')) as PreparedRooms)[name];
}

/** Makes the page's visitor a player of a prepared game, and returns the id of its room. */
export async function usePreparedGame(page: Page, name: PreparedName, visitor = 0): Promise<string> {
  const { id, visitors } = preparedRoom(name);
  await page.context().addCookies(visitors[visitor] ?? []);
  await markKnown(page);
  return id;
}

/** Opens the table of a prepared game as one of its players, and returns the id of its room. */
export async function openPreparedGame(page: Page, name: PreparedName, visitor = 0): Promise<string> {
  const id = await usePreparedGame(page, name, visitor);
  await page.goto(`/t/${id}`);
  return id;
}

function folder(): string {
  const path = process.env[PREPARED_FOLDER];
  if (!path) throw new Error('there are no prepared games: CAFE must name the `cafe` binary');
  return path;
}
