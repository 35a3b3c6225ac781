import { describe, expect, test } from 'vitest';
import { BLOCK, clamp, CLOSEST, FURTHEST, levelFor, NEARER, scrolledTo, stepFrom } from './viewport.svelte';

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

describe('how near one stands at first', () => {
  test('is as near as a finger needs', () => {
    expect(levelFor(40)).toBe(FURTHEST);
    expect(levelFor(30)).toBe(NEARER);
    expect(levelFor(20)).toBe(BLOCK);
    expect(levelFor(2)).toBe(CLOSEST);
  });
});

describe('the floor is scrolled', () => {
  const block = { from: 100, to: 400 };
  const chair = { from: 110, to: 160 };

  test('to where all of the block is seen, if it fits', () => {
    expect(scrolledTo(chair, block, 900, 360)).toBe(70);
    expect(scrolledTo({ from: 340, to: 390 }, block, 900, 360)).toBe(70);
  });

  test('not at all if it is in sight', () => {
    expect(scrolledTo(chair, block, 90, 360)).toBe(90);
    expect(scrolledTo({ from: 200, to: 250 }, block, 180, 200)).toBe(180);
  });

  test('no further than to the edges of a block that does not fit', () => {
    expect(scrolledTo(chair, block, 900, 200)).toBe(100);
    expect(scrolledTo({ from: 225, to: 275 }, block, 900, 200)).toBe(150);
    expect(scrolledTo({ from: 340, to: 390 }, block, 0, 200)).toBe(200);
  });
});
