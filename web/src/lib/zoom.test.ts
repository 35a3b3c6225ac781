import { describe, expect, test } from 'vitest';
import { clamp, CLOSEST, FURTHEST, stepFrom } from './zoom.svelte';

describe('how near one stands', () => {
  test('goes in steps, also from where a pinch left off', () => {
    expect(stepFrom(1, 1)).toBe(1.6);
    expect(stepFrom(2, 1)).toBe(2.4);
    expect(stepFrom(2, -1)).toBe(1.6);
  });

  test('ends at the walls', () => {
    expect(stepFrom(CLOSEST, 1)).toBe(CLOSEST);
    expect(stepFrom(FURTHEST, -1)).toBe(FURTHEST);
    expect(clamp(9)).toBe(CLOSEST);
    expect(clamp(0.2)).toBe(FURTHEST);
  });
});
