import { describe, expect, test } from 'vitest';
import { readProgress } from './progress';

const steps = ['nation', 'balance', 'points'];

describe('stored progress', () => {
  test('is restored', () => {
    const progress = { at: 2, done: ['nation', 'balance'] };
    expect(readProgress(JSON.stringify(progress), steps)).toEqual(progress);
  });

  test('starts over if it is missing or unreadable', () => {
    const fresh = { at: 0, done: [] };
    for (const text of [null, '', '{', '7', 'null', '{"at":"x","done":3}']) expect(readProgress(text, steps)).toEqual(fresh);
  });

  test('drops steps that no longer exist', () => {
    expect(readProgress('{"at":40,"done":["gone","points"]}', steps)).toEqual({ at: 3, done: ['points'] });
    expect(readProgress('{"at":-1,"done":[]}', steps).at).toBe(0);
  });
});
