import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type FullConfig } from '@playwright/test';
import { createGame, playGame } from './games';
import { PREPARED_FOLDER, preparedGames, type PreparedName, type PreparedRoom } from './prepared_games';
import { TestServer } from './server';

/** Plays the prepared games on a real server and keeps its data: snapshots always fit the server under test. */
export default async function prepareGames(config: FullConfig): Promise<(() => Promise<void>) | undefined> {
  // Benchmarks play recorded games without a server.
  if (!process.env.CAFE) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'cafe-prepared-'));
  const server = await TestServer.start();
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions);
  const rooms: Partial<Record<PreparedName, PreparedRoom>> = {};
  const games: (() => Promise<unknown>)[] = [];
  for (const [name, spec] of Object.entries(preparedGames)) {
    const pages = await Promise.all(Array.from({ length: 'visitors' in spec ? spec.visitors : 1 }, async () => (await browser.newContext({ baseURL: server.address })).newPage()));
    const id = await createGame(pages, spec);
    rooms[name as PreparedName] = { id, visitors: await Promise.all(pages.map((page) => page.context().cookies())) };
    games.push(() => playGame(pages, id, spec.until));
  }
  await Promise.all(games.map((play) => play()));
  await browser.close();
  await server.stop();
  await rename(server.data, join(folder, 'data'));
  await writeFile(join(folder, 'rooms.json'), JSON.stringify(rooms));
  process.env[PREPARED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
