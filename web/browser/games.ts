import type { BrowserContext, Page } from '@playwright/test';
import lessons from '../src/features/learn/lessons.json' with { type: 'json' };
import type { NewRoomBody, RoomView, ServerMessage, StudyBody } from '../src/api/wire';

export type Game = 'card' | 'board';

/** Where the play stops: at the player's turn after a number of own actions, in the middle of a turn, or at the end. */
export type Until = number | 'mid-turn' | 'over';

export interface GameSpec {
  game: Game;
  until: Until;
  options?: Partial<NewRoomBody['options']>;
  /** Visitors who play; bots take the other seats. */
  visitors?: number;
}

/** Creates a room, seats the visitors of the pages, and starts the game. Returns the id of the room. */
export async function createGame(pages: readonly Page[], { game, options = {} }: GameSpec): Promise<string> {
  const [host] = pages;
  if (!host) throw new Error('a game needs a host');
  const players = options.players ?? 2;
  const bots = Array.from({ length: players - pages.length }, (_, i) => ({ player: pages.length + i, level: 'novice' as const }));
  const { id } = await createRoom(host, { options: { hints: true, undo: true, ...options, game, players }, bots });
  for (const [player, page] of pages.entries()) await takeSeat(page, id, player);
  await startInPage(host, id);
  return id;
}

/** Plays a game over the socket, without its user interface. */
export async function playGame(pages: readonly Page[], id: string, until: Until): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(playInPage, { id, until })));
}

/** Creates and plays a game of the page's visitor against bots, and returns the id of its room. */
export async function playedGame(page: Page, spec: GameSpec): Promise<string> {
  const id = await createGame([page], spec);
  await playGame([page], id, spec.until);
  return id;
}

/** Seats the page's visitor over the socket. */
export async function takeSeat(page: Page, id: string, player: number): Promise<void> {
  await register(page);
  await openOrigin(page);
  await page.evaluate(requestInPage, { id, request: { type: 'take_seat', player, share: String(player).repeat(64) } });
}

/** Closes a room of the page's visitor before its game. */
export async function closeRoom(page: Page, id: string): Promise<void> {
  await page.evaluate(requestInPage, { id, request: { type: 'close' } });
}

async function startInPage(page: Page, id: string): Promise<void> {
  await page.evaluate(requestInPage, { id, request: { type: 'start' } });
}

/** Creates a room of the page's visitor. */
export async function createRoom(page: Page, body: NewRoomBody): Promise<RoomView> {
  await register(page);
  const answer = await page.request.post('/api/v1/rooms', { data: body, headers: { origin: await originOf(page) } });
  if (!answer.ok()) throw new Error(`no room was created: ${await answer.text()}`);
  return (await answer.json()) as RoomView;
}

const registered = new WeakSet<BrowserContext>();

/** Registers the page's visitor, as the page itself does on first need. */
export async function register(page: Page, name = 'Guest'): Promise<void> {
  if (registered.has(page.context())) return;
  registered.add(page.context());
  const answer = await page.request.post('/api/v1/me', { data: { name }, headers: { origin: await originOf(page) } });
  if (!answer.ok()) throw new Error(`the visitor was not registered: ${await answer.text()}`);
  await markKnown(page);
}

/** Tells the client that its cookie is one of a registered visitor. */
export async function markKnown(page: Page): Promise<void> {
  registered.add(page.context());
  await presetStorage(page, 'cafe.known', 'yes');
}

/** Stores a value in the page's local storage once; the page may change it later. */
export async function presetStorage(page: Page, key: string, value: string): Promise<void> {
  const store = ([key, value]: [string, string]): void => {
    // A page without an origin has no storage.
    if (origin === 'null' || sessionStorage.getItem(`preset ${key}`) === value) return;
    sessionStorage.setItem(`preset ${key}`, value);
    localStorage.setItem(key, value);
  };
  await page.addInitScript(store, [key, value] as [string, string]);
  if (page.url() !== 'about:blank') await page.evaluate(store, [key, value] as [string, string]);
}

/** Opens a lesson of the tutorial, in another position if one is given. The server still decides what actions do. */
export async function openLesson(page: Page, game: Game, id: string, position: Record<string, unknown> = {}): Promise<void> {
  const at = lessons[game].lessons.findIndex((lesson) => lesson.id === id);
  await presetStorage(page, `cafe.learn.${game}`, JSON.stringify({ at, done: [] }));
  await page.route('**/api/v1/study', (route) => {
    const body = route.request().postDataJSON() as StudyBody;
    return route.continue({ postData: JSON.stringify({ ...body, position: { ...body.position, ...position } }) });
  });
  await page.goto(`/learn/${game}`);
}

/** Notices stay until they are closed, however slow the test is. */
export async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const NOTICE_MS = 6_000;
    const original = window.setTimeout;
    window.setTimeout = ((task: TimerHandler, ms?: number, ...more: unknown[]) => (ms === NOTICE_MS ? 0 : original(task, ms, ...more))) as typeof setTimeout;
  });
}

async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get('/healthz')).url()).origin;
}

/** Sockets need a page of the server; its health check is the smallest. */
async function openOrigin(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/healthz');
}

/** Runs in the page, which has the cookie: sends one request and waits for its answer. */
function requestInPage({ id, request }: { id: string; request: object }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/rooms/${id}/socket?last=0`);
    socket.onopen = () => socket.send(JSON.stringify({ ...request, id: 1 }));
    socket.onerror = () => reject(new Error('the socket failed'));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as ServerMessage;
      if (!('id' in message) || message.id !== 1) return;
      socket.close();
      if (message.type === 'refused') reject(new Error(message.message));
      else resolve();
    };
  });
}

/** Runs in the page, which has the cookie. Seats guests wherever it can, which brings the game on. */
function playInPage({ id, until }: { id: string; until: Until }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/rooms/${id}/socket?last=0`);
    let actions = 0;
    socket.onerror = () => reject(new Error('the socket failed'));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as ServerMessage;
      if (message.type === 'refused') reject(new Error(message.message));
      if (message.type !== 'update' || !message.view) return;
      const { view } = message;
      const isMyTurn = view.turn === view.player;
      const isMidTurn = view.placed > 0 && view.pending.length === 0 && view.can_undo;
      const isThere = typeof until === 'number' ? actions >= until && view.placed === 0 : until === 'mid-turn' && isMidTurn;
      if (view.result || (isMyTurn && isThere) || until === 0) {
        socket.close();
        if (view.result && until !== 'over') reject(new Error('the game was over too early'));
        else resolve();
        return;
      }
      if (!isMyTurn) return;
      const others = ['end', 'draw', 'down', 'bar', 'pass', 'close', 'swap', 'party'];
      const best = view.legal.find(({ action }) => !others.includes(action.split(' ')[0] ?? '')) ?? view.legal.find(({ action }) => !action.startsWith('bar')) ?? view.legal[0];
      actions += 1;
      socket.send(JSON.stringify({ type: 'play', seq: view.seq, actions: [best?.action ?? ''], id: actions }));
    };
  });
}
