import type { BrowserContext, Page } from '@playwright/test';
import type { GameView, ServerMessage } from '../src/api/wire';

const views = new WeakMap<Page, GameView>();

/** Remembers the last view of a game that each page of the context receives. It starts before any page, so none is missed. */
export function trackGameViews(context: BrowserContext): void {
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(payload.toString()) as ServerMessage;
        if (message.type === 'update' && message.view) views.set(page, message.view);
      });
    });
  });
}

export function lastGameView(page: Page): GameView | undefined {
  return views.get(page);
}
