import type { Page } from '@playwright/test';
import type { ServerMessage } from '../src/api/wire';
import board from './pictures/board.json' with { type: 'json' };
import card from './pictures/card.json' with { type: 'json' };
import over from './pictures/over.json' with { type: 'json' };

/** The messages of a server about one game, recorded once: every run shows the same position. */
export interface RecordedGame {
  id: string;
  tells: ServerMessage[];
}

export const recordedGames = { card: card as unknown as RecordedGame, board: board as unknown as RecordedGame, over: over as unknown as RecordedGame };

/** Opens a recorded game: its messages are sent in place of the server's. */
export async function openRecordedGame(page: Page, { id, tells }: RecordedGame): Promise<void> {
  const [welcome, update] = [tells.find((message) => message.type === 'welcome'), tells.find((message) => message.type === 'update')];
  if (welcome?.type !== 'welcome' || update?.type !== 'update' || !update.room) throw new Error('a recorded game needs a welcome and an update with its room');
  const me = { visitor: welcome.visitor, name: 'Clara', is_program: false };
  await page.route('**/api/v1/me', (route) => route.fulfill({ json: me }));
  await page.route(`**/api/v1/rooms/${id}`, (route) => route.fulfill({ json: update.room }));
  await page.routeWebSocket(/\/socket/, (socket) => {
    for (const message of tells) socket.send(JSON.stringify(message));
  });
  await page.goto(`/t/${id}`);
}
