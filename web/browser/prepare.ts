import type { Page } from '@playwright/test';
import written from '../src/features/learn/lessons.json' with { type: 'json' };
import type { NewRoomBody, RoomView, ServerMessage, StudyBody } from '../src/api/wire';
import type { Player } from './player';

/** How far a game is played before the test begins: some actions of one's own, up to one's next turn, or all of it. */
export type Until = number | 'over';

/**
 * A game of this page's visitor against the house, as far as wanted, without looking: what a test needs before it begins.
 * Opens the home page if no page is open. The id of its table.
 */
export async function playedGame(page: Page, game: 'card' | 'board', until: Until, options: Partial<NewRoomBody['options']> = {}): Promise<string> {
  const players = options.players ?? 2;
  const bots = Array.from({ length: players - 1 }, (_, i) => ({ player: i + 1, level: 'novice' as const }));
  const room = await openTable(page, { options: { hints: true, undo: true, ...options, game, players }, bots });
  await page.evaluate(playHere, { id: room.id, actions: until === 'over' ? Infinity : until, sits: true });
  return room.id;
}

/** Plays a game at whose table this page's visitor sits to its end, without looking. */
export async function playToTheEnd(page: Page, id: string): Promise<void> {
  await page.evaluate(playHere, { id, actions: Infinity, sits: true });
}

/** A whole game of two people without looking; the first one is its host. The id of its table. */
export async function playedTogether(host: Page, friend: Page, game: 'card' | 'board'): Promise<string> {
  const { id } = await openTable(host, { options: { game, players: 2 }, bots: [] });
  await satDown(friend, id);
  await Promise.all([host.evaluate(playHere, { id, actions: Infinity, sits: true }), friend.evaluate(playHere, { id, actions: Infinity, sits: false })]);
  return id;
}

/** This page's visitor sits down on the second chair of a table, and looks away. */
export async function satDown(page: Page, id: string): Promise<void> {
  await beKnown(page);
  await page.evaluate(sitHere, id);
}

/** Waits for the middle of a turn: a guest is seated, another may be, and nothing has come to light. */
export async function midTurn(me: Player): Promise<void> {
  while (await me.turn()) {
    const { placed, pending, can_undo } = me.view;
    if (placed > 0 && pending.length === 0 && can_undo) return;
    await me.act(me.best());
  }
  throw new Error('the game was over before there was the middle of a turn');
}

/** Opens a step of the tutorial, where the same guests come every time; in another position, if one is given. The server decides what becomes of it all the same. */
export async function openLesson(page: Page, game: 'card' | 'board', id: string, position: Record<string, unknown> = {}): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  const at = written[game].lessons.findIndex((one) => one.id === id);
  await page.evaluate(([game, at]) => localStorage.setItem(`cafe.learn.${game}`, JSON.stringify({ at, done: [] })), [game, at] as const);
  await page.route('**/api/v1/study', (route) => {
    const asked = route.request().postDataJSON() as StudyBody;
    return route.continue({ postData: JSON.stringify({ ...asked, position: { ...asked.position, ...position } }) });
  });
  await page.goto(`/learn/${game}`);
}

/** A table that this page's visitor has opened; nobody sits there but bots. */
export async function openTable(page: Page, table: NewRoomBody): Promise<RoomView> {
  await beKnown(page);
  const answer = await page.request.post('/api/v1/rooms', { data: table, headers: { origin: new URL(page.url()).origin } });
  return (await answer.json()) as RoomView;
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
function sitHere(id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/rooms/${id}/socket?last=0`);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'take_seat', player: 1, share: '1'.repeat(64), id: 1 }));
    socket.onerror = () => reject(new Error('the line is down'));
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data as string) as ServerMessage;
      if (!('id' in told) || told.id !== 1) return;
      socket.close();
      if (told.type === 'refused') reject(new Error(told.message));
      else resolve();
    };
  });
}

/** Runs in the page, which has the cookie. */
function playHere({ id, actions, sits }: { id: string; actions: number; sits: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/rooms/${id}/socket?last=0`);
    let [asked, done] = [0, 0];
    const ask = (what: object): void => socket.send(JSON.stringify({ ...what, id: ++asked }));
    socket.onopen = () => {
      if (!sits) return;
      ask({ type: 'take_seat', player: 0, share: '0'.repeat(64) });
      ask({ type: 'start' });
    };
    socket.onerror = () => reject(new Error('the line is down'));
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data as string) as ServerMessage;
      if (told.type === 'refused') reject(new Error(told.message));
      if (told.type !== 'update' || !told.view) return;
      const { view } = told;
      const mine = view.turn === view.player;
      if (view.result || (mine && done >= actions && view.placed === 0)) {
        socket.close();
        resolve();
        return;
      }
      if (!mine) return;
      const words = ['end', 'draw', 'down', 'bar', 'pass', 'close', 'swap', 'party'];
      const best = view.legal.find(({ action }) => !words.includes(action.split(' ')[0] ?? '')) ?? view.legal.find(({ action }) => !action.startsWith('bar')) ?? view.legal[0];
      done += 1;
      ask({ type: 'play', seq: view.seq, actions: [best?.action ?? ''] });
    };
  });
}
