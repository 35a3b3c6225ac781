import { expect, test } from 'vitest';
import { cafePicture } from './cafe_picture';

test('tables and guests stand where the floor plan has them', () => {
  // Tables b4 d4 c3 b2 d2; chairs from b5 at the top to d1 at the bottom.
  const { size, tables, chairs } = cafePicture('card', 'DFICA .D..F.......');
  expect(size).toBe(5);
  expect(tables.map(({ x, y, nation }) => `${x}${y}${nation}`)).toEqual(['11DE', '31FR', '22IT', '13CU', '33CF']);
  expect(chairs).toHaveLength(12);
  expect(chairs.filter(({ nation }) => nation !== null)).toEqual([
    { x: 3, y: 0, nation: 'DE' },
    { x: 4, y: 1, nation: 'FR' },
  ]);
});

test('before the game, and in a text of another version, the café is empty', () => {
  for (const cafe of ['', 'DFICA', 'DFICA .D..F........']) {
    const { tables, chairs } = cafePicture('card', cafe);
    expect([tables.length, chairs.length]).toEqual([5, 12]);
    expect([...tables, ...chairs].every(({ nation }) => nation === null)).toBe(true);
  }
});

test('the board game has a chair for each seat of its plan', () => {
  const { size, tables, chairs } = cafePicture('board', '');
  expect(tables).toHaveLength(24);
  // The blocks are drawn closer together than in the plan.
  expect(size).toBeLessThan(14);
  expect(new Set(chairs.map(({ x, y }) => `${x} ${y}`)).size).toBe(chairs.length);
});
