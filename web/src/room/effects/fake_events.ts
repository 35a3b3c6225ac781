import { fakeRoom, fakeView, type RoomEventBody } from '../fake_source';
import { initialState, reduce, type RoomState } from '../state';
import { ClientEvents } from '../client_events';
import type { GameEvent } from '../../api/messages';
import { parseEvent } from '../../api/parse';
import type * as Wire from '../../api/wire';

/** For tests: the events of a room in which Ann is player 0. */
export class FakeEvents extends ClientEvents {
  state: RoomState = reduce(reduce(initialState, { type: 'welcome', protocol: 1, now: 0, visitor: 'a' }), { type: 'update', number: 1, events: [], room: fakeRoom(), view: fakeView() });

  update(bodies: RoomEventBody[], view?: Partial<Wire.GameView>, live = true): void {
    const before = this.state;
    const events = bodies.map((body, i) => parseEvent({ number: before.lastNumber + i + 1, at: 0, ...body } as Wire.RoomEvent));
    const number = before.lastNumber + Math.max(1, events.length);
    this.state = reduce(before, { type: 'update', number, events, ...(view ? { view: fakeView(view) } : {}) });
    this.emit({ type: 'updated', events, before, after: this.state, live });
  }

  refuse(code: string, tables: string[] = [], silent = false): void {
    this.emit({ type: 'refused', refusal: { code, tables }, state: this.state, silent });
  }
}

export const played = (action: string, ...events: GameEvent[]): RoomEventBody => ({ type: 'action_played', player: 1, action, by: 'player', events, scores: [0, 0] });
export const scored = (points: number): GameEvent => ({ type: 'scored', table: 'b4', nation: 'RU', guests: 2, doubled: false, points });
