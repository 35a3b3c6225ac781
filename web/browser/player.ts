import { expect, type Locator, type Page } from '@playwright/test';
import { parseGuest, parseAction } from '../src/game/notation';
import { en } from '../src/i18n/locales/en';
import type { GameView, ServerMessage } from '../src/api/wire';

/** How one touches things: with the mouse, a finger, or the keyboard alone. */
export type Touch = (target: Locator) => Promise<void>;

const click: Touch = (target) => target.click();

/**
 * Somebody who plays to the end whatever was dealt. What can be done is read from what the server tells the page; it is done
 * by what is seen there, and what is seen must therefore agree.
 */
export class Player {
  readonly page: Page;
  readonly hand: Locator;
  readonly cafe: Locator;
  readonly panel: Locator;
  readonly result: Locator;
  readonly #touch: Touch;
  #view: GameView | null = null;

  constructor(page: Page, touch: Touch = click) {
    this.page = page;
    this.#touch = touch;
    this.hand = page.getByRole('list', { name: 'Your hand' }).getByRole('button');
    this.cafe = page.getByRole('region', { name: 'The café' });
    this.panel = page.getByRole('region', { name: 'The turn' });
    this.result = page.getByRole('dialog').filter({ hasText: 'The café closes' });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const told = JSON.parse(payload.toString()) as ServerMessage;
        if (told.type === 'update' && told.view) this.#view = told.view;
      });
    });
  }

  get view(): GameView {
    if (!this.#view) throw new Error('the cards are not dealt');
    return this.#view;
  }

  get chosen(): Locator {
    return this.page.getByRole('list', { name: 'Your hand' }).getByRole('button', { pressed: true });
  }

  /** Chairs that the chosen guest may take, with what they promise. */
  get offers(): Locator {
    return this.cafe.getByRole('button', { name: /^Chair .*(free: \+|would score \+|opens )/ });
  }

  chair(seat: string): Locator {
    return this.cafe.getByRole('button', { name: new RegExp(`^Chair ${seat}\\b`) });
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name });
  }

  /** Waits until it is one's turn, or the game is over; whether it goes on. */
  async turn(): Promise<boolean> {
    const mine = this.panel.getByText('Your turn', { exact: true });
    await expect(mine.or(this.result)).toBeVisible();
    await expect.poll(() => this.#view && (this.#view.result !== null || this.#view.turn === this.#view.player), { intervals: [20] }).toBe(true);
    return this.view.result === null;
  }

  async play(): Promise<void> {
    while (await this.turn()) await this.act(this.best());
    await expect(this.result).toBeVisible();
  }

  /** Does one thing and waits until it has been done. */
  async act(action: string): Promise<void> {
    const { seq } = this.view;
    await this.attempt(action);
    await expect.poll(() => this.view.seq, { intervals: [20] }).toBeGreaterThan(seq);
  }

  async attempt(action: string): Promise<void> {
    const meant = parseAction(action);
    switch (meant.kind) {
      case 'seat':
      case 'swap': {
        await this.choose(meant.guest.code);
        await this.#touch(this.chair(meant.seat));
        if (meant.guest.joker) await this.#chooseNation(meant.guest.nation ?? '');
        return this.confirm();
      }
      case 'bar':
      case 'down':
        await this.choose(meant.guest.code);
        await this.#touch(this.button(meant.kind === 'bar' ? /^To the bar/ : 'Lay face down'));
        return this.confirm();
      case 'party': {
        await this.#touch(this.cafe.getByRole('button', { name: new RegExp(`Party\\. Table .* ${meant.table}:`) }));
        const asked = this.page.getByRole('dialog', { name: /^A party at / });
        await this.#touch(meant.guests.reduce((options, { seat }) => options.filter({ hasText: seat }), asked.getByRole('listitem')).getByRole('button').first());
        return this.confirm();
      }
      case 'draw':
        return this.#touch(this.button('Draw a card'));
      case 'end':
        return this.#touch(this.button('End turn'));
      case 'pass':
        return this.#touch(this.button('Pass'));
      case 'close':
        await this.#touch(this.button('Close the café'));
        return this.confirm();
      default:
        throw new Error(`nobody has taught this player to ${action}`);
    }
  }

  async choose(code: string): Promise<void> {
    const { nation, sex } = parseGuest(code);
    const name = nation ? `${nation} · ${en[`nation.${nation}`]}, ${sex === 'f' ? 'lady' : 'gentleman'}` : en[`joker.${sex}`];
    const card = this.hand.and(this.page.getByRole('button', { name, exact: true })).first();
    if ((await card.getAttribute('aria-pressed')) !== 'true') await this.#touch(card);
    await expect(card).toHaveAttribute('aria-pressed', 'true');
  }

  /** Says yes to whatever is asked before it is done. */
  async confirm(): Promise<void> {
    const yes = this.button(/^(Seat and end turn|Seat, table is full|Seat here|Swap places|Celebrate)$/);
    // What was asked for and how it is confirmed may have the same name: then it is the sentence that asks.
    const asks = this.panel.getByText(/(A place at the bar ends your turn|You cannot pay this|This ends the game for everyone)\b/);
    if (await asks.isVisible()) await this.#touch(this.button(/^(To the bar|Close the café)/));
    else if (await yes.isVisible()) await this.#touch(yes);
  }

  async #chooseNation(nation: string): Promise<void> {
    const asked = this.page.getByRole('dialog', { name: 'As whom does the traveller sit?' });
    if (await asked.isVisible()) await this.#touch(asked.getByRole('button', { name: en[`nation.${nation as 'DE'}`] }));
  }

  /** The best paid seat, or else whatever brings the game on. */
  best(): string {
    const pays = (action: string): number => {
      const { kind } = parseAction(action);
      if (kind === 'seat') return 10;
      return ['party', 'swap', 'close', 'down', 'pass', 'draw', 'bar', 'end'].indexOf(kind);
    };
    const worth = ({ action, points }: GameView['legal'][number]): number => 100 * pays(action) + Object.values(points).reduce((sum, one) => sum + one, 0);
    const best = [...this.view.legal].sort((a, b) => worth(b) - worth(a))[0];
    if (!best) throw new Error('nothing can be done');
    return best.action;
  }
}
