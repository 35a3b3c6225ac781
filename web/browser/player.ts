import { expect, type Locator, type Page } from '@playwright/test';
import { parseGuest, parseAction } from '../src/api/notation';
import { en } from '../src/i18n/texts/cafe/en';
import type { GameView } from '../src/api/wire';
import { lastGameView } from './game_views';

/** How a player activates a control. */
export type Input = (target: Locator) => Promise<void>;

export const mouse: Input = (target) => target.click();
export const touch: Input = (target) => target.tap();

/**
 * Plays through the user interface, whatever is dealt. Legal actions are read from the messages to the page; they are done by
 * roles and accessible names, so the two must agree.
 */
export class Player {
  readonly page: Page;
  readonly hand: Locator;
  readonly cafe: Locator;
  readonly panel: Locator;
  readonly result: Locator;
  readonly #activate: Input;

  constructor(page: Page, input: Input = mouse) {
    this.page = page;
    this.#activate = input;
    this.hand = page.getByRole('list', { name: 'Your hand' }).getByRole('button');
    this.cafe = page.getByRole('region', { name: 'The café' });
    this.panel = page.getByRole('region', { name: 'Current turn' });
    this.result = page.getByRole('dialog').filter({ hasText: 'Game over' });
  }

  get view(): GameView {
    const view = lastGameView(this.page);
    if (!view) throw new Error('the game has not started');
    return view;
  }

  get chosen(): Locator {
    return this.page.getByRole('list', { name: 'Your hand' }).getByRole('button', { pressed: true });
  }

  /** Free chairs that the chosen guest may take. */
  get offers(): Locator {
    return this.cafe.getByRole('button', { name: /^Chair .*free: \+/ });
  }

  chair(seat: string): Locator {
    return this.cafe.getByRole('button', { name: new RegExp(`^Chair ${seat}\\b`) });
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name });
  }

  /** Waits for the player's turn or the end of the game. Returns true if the game goes on. */
  async turn(): Promise<boolean> {
    // The messages first: waiting for the page alone would look at it in ever longer intervals.
    const isReady = (view = lastGameView(this.page)): boolean => view !== undefined && (view.result !== null || view.turn === view.player);
    await expect.poll(() => isReady(), { intervals: [20] }).toBe(true);
    const isOver = this.view.result !== null;
    await expect(isOver ? this.result : this.panel.getByText('Your turn', { exact: true })).toBeVisible();
    return !isOver;
  }

  async play(): Promise<void> {
    while (await this.turn()) await this.act(this.best());
    await expect(this.result).toBeVisible();
  }

  /** Plays one action and waits until the server has played it. */
  async act(action: string): Promise<void> {
    const { seq } = this.view;
    await this.attempt(action);
    await expect.poll(() => this.view.seq, { intervals: [20] }).toBeGreaterThan(seq);
  }

  async attempt(action: string): Promise<void> {
    const parsed = parseAction(action);
    switch (parsed.kind) {
      case 'seat':
      case 'swap': {
        await this.choose(parsed.guest.code);
        await this.#activate(this.chair(parsed.seat));
        if (parsed.guest.joker) await this.#chooseNation(parsed.guest.nation ?? '');
        return this.confirm();
      }
      case 'bar':
      case 'down':
        await this.choose(parsed.guest.code);
        await this.#activate(this.button(parsed.kind === 'bar' ? /^To the bar/ : 'Place face down'));
        return this.confirm();
      case 'party': {
        await this.#activate(this.cafe.getByRole('button', { name: new RegExp(`^[A-Z]{2} Party, .*, ${parsed.table}:`) }));
        const dialog = this.page.getByRole('dialog', { name: /^Party at / });
        await this.#activate(parsed.guests.reduce((options, { seat }) => options.filter({ hasText: seat }), dialog.getByRole('listitem')).getByRole('button').first());
        return this.confirm();
      }
      case 'draw':
        return this.#activate(this.button('Draw a card'));
      case 'end':
        return this.#activate(this.button('End turn'));
      case 'pass':
        return this.#activate(this.button('Pass'));
      case 'close':
        await this.#activate(this.button('Close the café'));
        return this.confirm();
      default:
        throw new Error(`this player does not know the action ${action}`);
    }
  }

  async choose(code: string): Promise<void> {
    const { nation, sex } = parseGuest(code);
    const name = nation ? `${nation} · ${en[`guest.${nation}${sex}`]}` : en[`joker.${sex}`];
    const card = this.hand.and(this.page.getByRole('button', { name, exact: true })).first();
    if ((await card.getAttribute('aria-pressed')) !== 'true') await this.#activate(card);
    await expect(card).toHaveAttribute('aria-pressed', 'true');
  }

  /** Confirms the action if the page asks. */
  async confirm(): Promise<void> {
    const yes = this.button(/^(Seat and end turn|Fill the table|Seat here|Swap|Throw the party)$/);
    // The button that confirms can have the name of the button that asked: the question tells them apart.
    const question = this.panel.getByText(/(Sending a guest to the bar ends your turn|You can’t afford this|This ends the game for everyone|If you close now, the game ends)\b/);
    if (await question.isVisible()) await this.#activate(this.button(/^(To the bar|Close the café)/));
    else if (await yes.isVisible()) await this.#activate(yes);
  }

  async #chooseNation(nation: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Pick a nation for the joker' });
    if (await dialog.isVisible()) await this.#activate(dialog.getByRole('button', { name: en[`nation.${nation as 'DE'}`] }));
  }

  /** The seat with the most points, or else an action that brings the game on. */
  best(): string {
    const rank = (action: string): number => {
      const { kind } = parseAction(action);
      if (kind === 'seat') return 10;
      return ['party', 'swap', 'close', 'down', 'pass', 'draw', 'bar', 'end'].indexOf(kind);
    };
    const value = ({ action, points }: GameView['legal'][number]): number => 100 * rank(action) + Object.values(points).reduce((sum, each) => sum + each, 0);
    const best = [...this.view.legal].sort((a, b) => value(b) - value(a))[0];
    if (!best) throw new Error('there is no legal action');
    return best.action;
  }
}
