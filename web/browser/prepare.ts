import type { Page } from '@playwright/test';
import type { NewTable, RoomShown, Tell } from '../src/lib/wire/wire';
import type { Player } from './player';

/** How far a game is played before the test begins: some actions of one's own, up to one's next turn, or all of it. */
export type Until = number | 'over';

/**
 * A game of this page's visitor against the house, as far as wanted, without looking: what a test needs before it begins.
 * Opens the home page if no page is open. The id of its table.
 */
export async function playedGame(page: Page, game: 'card' | 'board', until: Until, options: Partial<NewTable['options']> = {}): Promise<string> {
  const table: NewTable = { options: { hints: true, undo: true, ...options, game, players: 2 }, bots: [{ seat: 1, level: 'novice' }] };
  const room = await openTable(page, table);
  await page.evaluate(playHere, { id: room.id, actions: until === 'over' ? Infinity : until });
  return room.id;
}

/** Plays a game at whose table this page's visitor sits to its end, without looking. */
export async function playToTheEnd(page: Page, id: string): Promise<void> {
  await page.evaluate(playHere, { id, actions: Infinity });
}

/** A table that this page's visitor has opened; nobody sits there but bots. */
export async function openTable(page: Page, table: NewTable): Promise<RoomShown> {
  await beKnown(page);
  const answer = await page.request.post('/api/v1/tables', { data: table, headers: { origin: new URL(page.url()).origin } });
  return (await answer.json()) as RoomShown;
}

/** Two people sit down at a card table by its link and begin; the first one is its host. */
export async function sitTogether(host: Player, friend: Player): Promise<void> {
  await host.page.goto('/new');
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await friend.page.goto(await host.page.getByRole('textbox', { name: 'Invite your friends' }).inputValue());
  await friend.page.getByRole('button', { name: 'Sit down here' }).click();
  await host.page.getByRole('button', { name: 'Start the game' }).click();
}

/** Lets the café know this page's visitor, as the page itself does on first need. */
export async function beKnown(page: Page, name = 'Guest'): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  await page.evaluate(async (name) => {
    if (localStorage.getItem('cafe.known')) return;
    await fetch('/api/v1/me', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) });
    localStorage.setItem('cafe.known', 'yes');
  }, name);
}

/** Runs in the page, which has the cookie. */
function playHere({ id, actions }: { id: string; actions: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${id}/socket?last=0`);
    let [asked, done] = [0, 0];
    const ask = (what: object): void => socket.send(JSON.stringify({ ...what, id: ++asked }));
    socket.onopen = () => {
      ask({ do: 'sit', seat: 0, share: '0'.repeat(64) });
      ask({ do: 'start' });
    };
    socket.onerror = () => reject(new Error('the line is down'));
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data as string) as Tell;
      if (told.tell === 'refused') reject(new Error(told.message));
      if (told.tell !== 'now' || !told.scene) return;
      const { scene } = told;
      const mine = scene.turn === scene.seat;
      if (scene.result || (mine && done >= actions && scene.placed === 0)) {
        socket.close();
        resolve();
        return;
      }
      if (!mine) return;
      const words = ['end', 'draw', 'down', 'bar', 'pass', 'close', 'swap', 'party'];
      const best = scene.legal.find(({ action }) => !words.includes(action.split(' ')[0] ?? '')) ?? scene.legal.find(({ action }) => !action.startsWith('bar')) ?? scene.legal[0];
      done += 1;
      ask({ do: 'act', seq: scene.seq, actions: [best?.action ?? ''] });
    };
  });
}
