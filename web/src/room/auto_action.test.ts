import { describe, expect, test } from 'vitest';
import type { RoomEvent } from '../api/messages';
import { parseAction } from '../api/notation';
import type * as Wire from '../api/wire';
import { autoActionOf, type AutoActionInput } from './auto_action.svelte';
import { fakeRoom, fakeView } from './fake_source';

const legal = (...actions: string[]): Wire.GameView['legal'] => actions.map((action) => ({ action, points: {} }));
const againstBot = { ...fakeRoom(), occupants: [{ name: 'Ann', visitor: 'a' }, { name: 'Irma', visitor: null, bot: 'casual' }] } as unknown as AutoActionInput['room'];
const input = (view: Partial<Wire.GameView>, change: Partial<AutoActionInput> = {}): AutoActionInput => ({ mode: 'bots', room: againstBot, view: fakeView(view), events: [], ...change });
const event = (body: object): RoomEvent => ({ number: 1, at: 0, ...body }) as RoomEvent;

describe('the only legal action is played', () => {
  test.each(['draw', 'pass', 'end'])('%s', (action) => {
    expect(autoActionOf(input({ legal: legal(action) }))).toBe(action);
  });

  test.each(['bar RUm', 'down RUm', 'close', 'RUm@b5'])('but not %s', (action) => {
    expect(autoActionOf(input({ legal: legal(action) }))).toBeNull();
  });

  test('unless there is another one', () => {
    expect(autoActionOf(input({ legal: legal('draw', 'close') }))).toBeNull();
    expect(autoActionOf(input({ legal: legal('draw', 'party b2 TRf@b1 TRf@a2') }))).toBeNull();
  });

  test('against people only if the player wants it', () => {
    expect(autoActionOf(input({ legal: legal('draw') }, { room: fakeRoom() }))).toBeNull();
    expect(autoActionOf(input({ legal: legal('draw') }, { room: fakeRoom(), mode: 'always' }))).toBe('draw');
    expect(autoActionOf(input({ legal: legal('draw') }, { mode: 'never' }))).toBeNull();
  });

  test('not right after an undo', () => {
    const played = event({ type: 'action_played', player: 0, action: parseAction('draw'), by: 'player', events: [], scores: [] });
    const undone = event({ type: 'undone', player: 0, count: 1 });
    expect(autoActionOf(input({ legal: legal('draw') }, { events: [played, undone] }))).toBeNull();
    expect(autoActionOf(input({ legal: legal('draw') }, { events: [undone, played] }))).toBe('draw');
  });
});
