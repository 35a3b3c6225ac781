import { describe, expect, test } from 'vitest';
import { Playback } from './playback.svelte';
import type { GameEvent, GameReplay, ReplayStep } from '../../api/messages';

const step = (player: number, action: string, ends: boolean): ReplayStep => {
  const events: GameEvent[] = ends ? [{ type: 'turn_passed', to: 1 - player }] : [];
  return { player, by: 'player', at: 0, action, events, points: 0, view: { scores: [0, 0] } } as unknown as ReplayStep;
};

/** Two steps of the first player, one of the second, one of the first, two of the second. */
const replay = {
  steps: [step(0, 'RUm@b5', false), step(0, 'end', true), step(1, 'draw', true), step(0, 'draw', true), step(1, 'RUf@a4', false), step(1, 'end', true)],
} as unknown as GameReplay;

describe('a replay', () => {
  test('goes from turn to turn in both directions', () => {
    const playback = new Playback(replay);
    const ends = [1, 2, 3].map(() => (playback.byTurn(1), playback.at));
    expect(ends).toEqual([2, 3, 4]);
    playback.byTurn(-1);
    expect(playback.at).toBe(3);
    expect(playback.turn?.number).toBe(2);
  });

  test('stops at both ends', () => {
    const playback = new Playback(replay);
    playback.to(99);
    expect(playback.at).toBe(6);
    playback.byTurn(1);
    expect(playback.at).toBe(6);
    playback.to(-1);
    expect([playback.at, playback.step]).toEqual([0, null]);
  });

  test('shows the turns of others since the player’s last turn', () => {
    const playback = new Playback(replay);
    playback.to(4);
    playback.since(0);
    expect([playback.at, playback.direction]).toEqual([2, 1]);
  });

  test('restarts at its end, and pauses when started twice', () => {
    const playback = new Playback(replay);
    playback.to(6);
    playback.run(1);
    expect([playback.at, playback.direction]).toEqual([0, 1]);
    playback.run(1);
    expect(playback.direction).toBe(0);
    playback.run(-1);
    expect([playback.at, playback.direction]).toEqual([6, -1]);
  });
});
