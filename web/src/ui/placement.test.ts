import { expect, test } from 'vitest';
import { overlap, placeBeside } from './placement';

const screen = { width: 390, height: 844 };
const size = { width: 300, height: 120 };

test('a box is placed above its target, inside the screen', () => {
  const target = { left: 0, top: 600, width: 60, height: 80 };
  expect(placeBeside(target, size, screen)).toEqual({ side: 'above', left: 8, top: 466 });
});

test('it goes where it covers least', () => {
  const target = { left: 160, top: 400, width: 60, height: 60 };
  const above = { left: 0, top: 300, width: 390, height: 80 };
  expect(placeBeside(target, size, screen, [above])?.side).toBe('below');
});

test('it never covers its target', () => {
  for (let top = 0; top < screen.height; top += 40) {
    const target = { left: 100, top, width: 190, height: 150 };
    const placed = placeBeside(target, size, screen);
    if (placed) expect(overlap({ ...placed, ...size }, target)).toBe(0);
  }
});

test('there may be no room', () => {
  expect(placeBeside({ left: 0, top: 0, ...screen }, size, screen)).toBeNull();
});
