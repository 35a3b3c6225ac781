import { expect, test } from 'vitest';
import { boardTables, floorPlanOf } from '../../game/floor_plan';
import { lessonsOf } from './lessons';

test('every lesson of the big café says where to look, and there is something', () => {
  const { tables, seats } = floorPlanOf(boardTables);
  const places = new Set(['bar', ...tables, ...seats]);
  const astray = lessonsOf('board').filter((lesson) => lesson.at === null || !places.has(lesson.at));
  expect(astray.map((lesson) => lesson.id)).toEqual([]);
});
