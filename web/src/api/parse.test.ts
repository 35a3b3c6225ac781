import { describe, expect, test } from 'vitest';
import { parseAction, parseGuest } from './notation';
import { parseReplay, parseServerMessage, parseStudy } from './parse';
import type * as Wire from './wire';

const view = { seq: 4, legal: [{ action: 'RUm@c4', points: { b4: 2 }, doubled: ['b4'], follow_up: 4 }, { action: 'draw', points: {} }] } as unknown as Wire.GameView;
const seat = parseAction('RUm@c4');

describe('the notation', () => {
  test('guests and jokers are parsed', () => {
    expect(parseGuest('RUm')).toEqual({ code: 'RUm', joker: false, nation: 'RU', sex: 'm' });
    expect(parseGuest('JKf=ES')).toEqual({ code: 'JKf', joker: true, nation: 'ES', sex: 'f' });
  });

  test.each([
    ['RUm@c4', { kind: 'seat', guest: { code: 'RUm' }, seat: 'c4' }],
    ['swap ESm@n4', { kind: 'swap', guest: { code: 'ESm' }, seat: 'n4' }],
    ['down DEf', { kind: 'down', guest: { code: 'DEf' } }],
    ['bar DEf', { kind: 'bar', guest: { code: 'DEf' } }],
    ['party b4 FRf@b5 FRf@a4', { kind: 'party', table: 'b4', guests: [{ seat: 'b5' }, { seat: 'a4' }] }],
    ['pass', { kind: 'pass' }],
  ])('the action %s keeps its notation', (notation, action) => {
    expect(parseAction(notation)).toMatchObject({ ...action, notation });
  });
});

describe('a message of the socket', () => {
  test('an update has parsed events and legal actions', () => {
    const message = parseServerMessage({
      type: 'update',
      number: 7,
      id: 2,
      events: [
        { number: 6, at: 0, type: 'action_played', player: 1, action: 'RUm@c4', by: 'player', events: [], scores: [0, 2] },
        { number: 7, at: 0, type: 'chat', player: 0, text: 'draw' },
      ],
      view,
    });
    expect(message).toMatchObject({ type: 'update', number: 7, id: 2, events: [{ action: seat, scores: [0, 2] }, { text: 'draw' }] });
    expect(message).toMatchObject({ view: { seq: 4, legal: [{ action: seat, points: { b4: 2 }, doubled: ['b4'], follow_up: 4 }, { action: { kind: 'draw' } }] } });
  });

  test('an update without a view gets none', () => {
    expect(parseServerMessage({ type: 'update', number: 7, events: [] })).toEqual({ type: 'update', number: 7, events: [] });
  });

  test('hints and past views are parsed', () => {
    const turn = { actions: ['RUm@c4'], points: 2, value: 1, exact: false, continues: false, fills: ['b4'], doubled: [], hand_size: 6 };
    expect(parseServerMessage({ type: 'hint', id: 1, turns: [turn] })).toMatchObject({ turns: [{ ...turn, actions: [seat] }] });
    expect(parseServerMessage({ type: 'past_view', id: 1, view })).toMatchObject({ view: { legal: [{ action: seat }, {}] } });
  });

  test('others stay the same, also of an unknown type', () => {
    const messages = [{ type: 'closing' }, { type: 'from_the_future', actions: 3 }] as Wire.ServerMessage[];
    for (const message of messages) expect(parseServerMessage(message)).toBe(message);
  });
});

test('replays and studies are parsed', () => {
  const step = { player: 0, action: 'RUm@c4', events: [], points: 2, view } as unknown as Wire.ReplayStep;
  expect(parseReplay({ start: view, steps: [step] } as unknown as Wire.GameReplay)).toMatchObject({ start: { legal: [{ action: seat }, {}] }, steps: [{ action: seat, view: { legal: [{ action: seat }, {}] } }] });
  expect(parseStudy({ view, steps: [step], refused: null } as unknown as Wire.StudyResult)).toMatchObject({ view: { legal: [{ action: seat }, {}] }, steps: [{ action: seat, points: 2 }] });
});

test('only the api folder, sources and tests know the wire format', () => {
  const files = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../**/fake_*.ts'], { query: '?raw', import: 'default', eager: true });
  const importers = Object.entries(files).filter(([path, text]) => !path.startsWith('./') && (/parseAction/.test(text) || /api\/wire'/.test(text)));
  expect(importers.map(([path]) => path)).toEqual(['../source/socket.ts']);
});
