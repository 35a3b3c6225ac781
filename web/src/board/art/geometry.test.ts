import { expect, test } from 'vitest';
import { moveDrawing, movePath } from './geometry';

test('absolute commands are moved and enlarged, relative ones only enlarged', () => {
  expect(movePath('M1 2L3-4h5v.5z', 10, 20, 2)).toBe('M12 24L16 12h10v1z');
  expect(movePath('M0 0H4V6', 10, 20)).toBe('M10 20H14V26');
});

test('an arc keeps its flags, and its radii are not moved', () => {
  expect(movePath('M0 0A5 5 0 1 0 10 0a2 2 0 0 1 4 4', 1, 2, 2)).toBe('M1 2A10 10 0 1 0 21 2a4 4 0 0 1 8 8');
});

test('circles and strokes of a drawing change as well', () => {
  expect(moveDrawing('<circle cx="1" cy="2" r="3" fill="#123" /><path d="M0 0h1" stroke-width="2" />', 10, 20, 2)).toBe(
    '<circle cx="12" cy="24" r="6" fill="#123" /><path d="M10 20h2" stroke-width="4" />',
  );
});
