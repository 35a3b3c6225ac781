import { describe, expect, test } from 'vitest';
import { BLOCK_ZOOM, clampZoom, MAX_ZOOM, MIN_ZOOM, zoomForCellHeight, NEAR_ZOOM, scrollPositionFor, nextZoomStep } from './zoom.svelte';

describe('how near one stands', () => {
  test('zooms in steps, also from the end of a pinch', () => {
    expect(nextZoomStep(1, 1)).toBe(NEAR_ZOOM);
    expect(nextZoomStep(1.8, 1)).toBe(BLOCK_ZOOM);
    expect(nextZoomStep(1.8, -1)).toBe(NEAR_ZOOM);
  });

  test('stays within the limits', () => {
    expect(nextZoomStep(MAX_ZOOM, 1)).toBe(MAX_ZOOM);
    expect(nextZoomStep(MIN_ZOOM, -1)).toBe(MIN_ZOOM);
    expect(clampZoom(9)).toBe(MAX_ZOOM);
    expect(clampZoom(0.2)).toBe(MIN_ZOOM);
  });
});

describe('how near one stands at first', () => {
  test('makes cells large enough for a finger', () => {
    expect(zoomForCellHeight(40)).toBe(MIN_ZOOM);
    expect(zoomForCellHeight(30)).toBe(NEAR_ZOOM);
    expect(zoomForCellHeight(20)).toBe(BLOCK_ZOOM);
    expect(zoomForCellHeight(2)).toBe(MAX_ZOOM);
  });
});

describe('the floor is scrolled', () => {
  const block = { from: 100, to: 400 };
  const chair = { from: 110, to: 160 };

  test('to the whole block, if it fits', () => {
    expect(scrollPositionFor(chair, block, 900, 360)).toBe(70);
    expect(scrollPositionFor({ from: 340, to: 390 }, block, 900, 360)).toBe(70);
  });

  test('not at all if it is visible', () => {
    expect(scrollPositionFor(chair, block, 90, 360)).toBe(90);
    expect(scrollPositionFor({ from: 200, to: 250 }, block, 180, 200)).toBe(180);
  });

  test('not beyond the edges of a block that does not fit', () => {
    expect(scrollPositionFor(chair, block, 900, 200)).toBe(100);
    expect(scrollPositionFor({ from: 225, to: 275 }, block, 900, 200)).toBe(150);
    expect(scrollPositionFor({ from: 340, to: 390 }, block, 0, 200)).toBe(200);
  });
});
