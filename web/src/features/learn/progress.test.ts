import { describe, expect, test } from 'vitest';
import { readProgress } from './progress';

const steps = ['nation', 'balance', 'points'];

describe('how far one has come', () => {
  test('is kept', () => {
    const kept = { at: 2, done: ['nation', 'balance'] };
    expect(readProgress(JSON.stringify(kept), steps)).toEqual(kept);
  });

  test('begins at the first step for who comes for the first time, or with something unreadable', () => {
    const fresh = { at: 0, done: [] };
    for (const text of [null, '', '{', '7', 'null', '{"at":"x","done":3}']) expect(readProgress(text, steps)).toEqual(fresh);
  });

  test('makes sense even if there were other steps when it was written', () => {
    expect(readProgress('{"at":40,"done":["gone","points"]}', steps)).toEqual({ at: 3, done: ['points'] });
    expect(readProgress('{"at":-1,"done":[]}', steps).at).toBe(0);
  });
});
