import { expect, test } from 'vitest';
import { boardTables, floorPlanOf } from '../../game/floor_plan';
import { lessonsOf } from './lessons';

test('every lesson of the board game shows an existing place', () => {
  const { tables, seats } = floorPlanOf(boardTables);
  const places = new Set(['bar', ...tables, ...seats]);
  const invalid = lessonsOf('board').filter((lesson) => lesson.at === null || !places.has(lesson.at));
  expect(invalid.map((lesson) => lesson.id)).toEqual([]);
});
