import { describe, expect, test } from 'vitest';
import type { GameEvent, GameReplay, GameView } from '../api/wire';
import { positionAfter } from './position';

const view = { turn: 0, placed: 0, pending: [], seated: {}, hands: [['DEf'], null], scores: [0, 0], down: [[], []], tables: { b4: 'RU' }, guest_stock: 2, table_stock: 1, bar: [], eliminated: [], result: null } as unknown as GameView;
const doubled: GameEvent = { type: 'scored', table: 'b4', nation: 'RU', guests: 4, doubled: true, points: 8 };

const replay = (game: 'card' | 'board', steps: { action: string; events: GameEvent[] }[]): GameReplay =>
  ({
    room: { options: { game, players: 2, parties: false } },
    guests: ['DEf', 'DEm', 'FRf', 'FRm'],
    tables: ['RU', 'GB'],
    start: view,
    steps: steps.map((one) => ({ ...one, player: 0, at: 0, by: 'player', points: 0, view: { ...view, pending: ['b4'] } })),
  }) as unknown as GameReplay;

describe('a copied position', () => {
  test('of the card game has what is left of both stocks', () => {
    expect(positionAfter(replay('card', []), 0)).toMatchObject({ game: 'card', guest_stock: ['FRf', 'FRm'], table_stock: ['GB'], hands: [['DEf'], []], pending: null, over: false });
  });

  test('of the board game counts turns, own-nation tables of this turn, and passes in a row', () => {
    const passed: GameEvent = { type: 'turn_passed', to: 1 };
    const steps = [
      { action: 'RUm@b5', events: [doubled, passed] },
      { action: 'pass', events: [passed] },
      { action: 'RUf@a4', events: [doubled] },
    ];
    expect(positionAfter(replay('board', steps), 2)).toMatchObject({ turns: 2, saved: 0, passes: 1 });
    expect(positionAfter(replay('board', steps), 3)).toMatchObject({ turns: 2, saved: 1, passes: 0, pending: ['b4'] });
    expect(positionAfter(replay('board', steps), 3)).not.toHaveProperty('tables');
  });

  test('of a game that is over claims its result, without the places that follow from it', () => {
    const claim = { why: 'closed', penalties: [2, 0], final: [-2, 0], winners: [1] };
    const over = { ...replay('card', []), start: { ...view, result: { ...claim, places: [2, 1] } } };
    expect(positionAfter(over, 0)).toMatchObject({ over: true });
    expect(positionAfter(over, 0)).toHaveProperty('result', claim);
  });
});
