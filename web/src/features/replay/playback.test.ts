import { describe, expect, test } from 'vitest';
import { Playback } from './playback.svelte';
import type { GameEvent, GameReplay, ReplayStep } from '../../api/wire';

const step = (seat: number, action: string, ends: boolean): ReplayStep => {
  const events: GameEvent[] = ends ? [{ type: 'turn_passed', to: 1 - seat }] : [];
  return { player: seat, by: 'player', at: 0, action, events, points: 0, view: { scores: [0, 0] } } as unknown as ReplayStep;
};

/** Two steps of the first player, one of the second, one of the first, two of the second. */
const replay = {
  steps: [step(0, 'RUm@b5', false), step(0, 'end', true), step(1, 'draw', true), step(0, 'draw', true), step(1, 'RUf@a4', false), step(1, 'end', true)],
} as unknown as GameReplay;

describe('a replay', () => {
  test('goes from turn to turn, in both directions', () => {
    const watched = new Playback(replay);
    const ends = [1, 2, 3].map(() => (watched.byTurn(1), watched.at));
    expect(ends).toEqual([2, 3, 4]);
    watched.byTurn(-1);
    expect(watched.at).toBe(3);
    expect(watched.turn?.number).toBe(2);
  });

  test('goes no further than its ends', () => {
    const watched = new Playback(replay);
    watched.to(99);
    expect(watched.at).toBe(6);
    watched.byTurn(1);
    expect(watched.at).toBe(6);
    watched.to(-1);
    expect([watched.at, watched.step]).toEqual([0, null]);
  });

  test('shows what the others did since one’s own last turn', () => {
    const watched = new Playback(replay);
    watched.to(4);
    watched.since(0);
    expect([watched.at, watched.runs]).toEqual([2, 1]);
  });

  test('begins again when it is played at its end, and stops when asked twice', () => {
    const watched = new Playback(replay);
    watched.to(6);
    watched.run(1);
    expect([watched.at, watched.runs]).toEqual([0, 1]);
    watched.run(1);
    expect(watched.runs).toBe(0);
    watched.run(-1);
    expect([watched.at, watched.runs]).toEqual([6, -1]);
  });
});
