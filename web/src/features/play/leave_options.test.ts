import { describe, expect, test } from 'vitest';
import { fakeRoom, fakeView } from '../../room/fake_source';
import { isFinal, leaveOptions, type LeaveInput } from './leave_options';

const room = { ...fakeRoom(), options: { ...fakeRoom().options, clock: { kind: 'none' } } } as LeaveInput['room'];
const input = (change: Partial<LeaveInput> = {}): LeaveInput => ({ room, view: fakeView(), player: 0, now: 1_000, ...change });
const with0 = (occupant: object): LeaveInput['room'] => ({ ...room, occupants: [{ ...room.occupants[0], ...occupant }, room.occupants[1]] }) as LeaveInput['room'];

describe('what a player can do to leave', () => {
  test('hand over, offer to end, resign', () => {
    expect(leaveOptions(input())).toEqual(['hand_over', 'propose_end', 'resign']);
  });

  test('come back while a bot plays', () => {
    expect(leaveOptions(input({ room: with0({ bot_plays: true }) }))).toContain('resume');
  });

  test('nudge and claim once the time has come', () => {
    const view = fakeView({ nudge_at: 900, claim_at: 2_000 });
    expect(leaveOptions(input({ view }))).toEqual(['nudge', 'hand_over', 'propose_end', 'resign']);
    expect(leaveOptions(input({ view, now: 2_000 }))).toContain('claim_end');
  });

  test('not end by agreement where there is a clock', () => {
    const timed = { ...room, options: { ...room.options, clock: { kind: 'seconds', per_turn: 30 } } } as LeaveInput['room'];
    expect(leaveOptions(input({ room: timed }))).not.toContain('propose_end');
  });

  test('nothing for spectators and players who resigned', () => {
    expect(leaveOptions(input({ player: null }))).toEqual([]);
    expect(leaveOptions(input({ room: with0({ resigned: true }) }))).toEqual([]);
  });
});

test('what cannot be taken back is asked once', () => {
  expect(isFinal('resign', input())).toBe(true);
  expect(isFinal('hand_over', input())).toBe(false);
  expect(isFinal('propose_end', input())).toBe(false);
  const alone = { ...room, occupants: [room.occupants[0], { name: 'Irma', visitor: null, bot: 'casual' }] } as LeaveInput['room'];
  expect(isFinal('propose_end', input({ room: alone }))).toBe(true);
});
