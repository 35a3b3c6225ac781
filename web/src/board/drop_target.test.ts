import { expect, test } from 'vitest';
import { dropTargetAt, sameTarget, type Box, type DropZones } from './drop_target';

const box = (left: number, top: number, side = 100): Box => ({ left, top, right: left + side, bottom: top + side });

/** A table between two seats, the bar below, a button in the corner, all inside 400×400. */
const zones: DropZones = {
  visible: box(0, 0, 400),
  controls: [box(350, 350, 50)],
  seats: new Map([['a1', box(0, 100)], ['c1', box(200, 100)]]),
  tables: new Map([['b1', box(100, 100)]]),
  bar: [box(100, 300)],
  barButtons: [box(0, 420, 50)],
};
const none = new Set<string>();

test('a legal seat is hit from beside it, within reach', () => {
  const legal = new Set(['a1']);
  expect(dropTargetAt(50, 150, zones, legal, none)).toEqual({ kind: 'seat', cell: 'a1' });
  expect(dropTargetAt(120, 150, zones, legal, none)).toEqual({ kind: 'seat', cell: 'a1' });
  expect(dropTargetAt(126, 150, zones, legal, none)).toBeNull();
});

test('the nearest of two legal seats is hit', () => {
  const near: DropZones = { ...zones, seats: new Map([['a1', box(0, 0)], ['a2', box(120, 0)]]) };
  const legal = new Set(['a1', 'a2']);
  expect(dropTargetAt(108, 50, near, legal, none)).toEqual({ kind: 'seat', cell: 'a1' });
  expect(dropTargetAt(112, 50, near, legal, none)).toEqual({ kind: 'seat', cell: 'a2' });
});

test('an illegal seat under the guest is a target', () => {
  expect(dropTargetAt(250, 150, zones, new Set(['a1']), none)).toEqual({ kind: 'seat', cell: 'c1' });
});

test('a legal seat in reach comes before an illegal one', () => {
  const beside: DropZones = { ...zones, seats: new Map([['a1', box(0, 0)], ['a2', box(100, 0)]]) };
  expect(dropTargetAt(110, 50, beside, new Set(['a1']), none)).toEqual({ kind: 'seat', cell: 'a1' });
  expect(dropTargetAt(150, 50, beside, new Set(['a1']), none)).toEqual({ kind: 'seat', cell: 'a2' });
});

test('a party table comes before a seat in reach', () => {
  const legal = new Set(['a1']);
  expect(dropTargetAt(115, 150, zones, legal, new Set(['b1']))).toEqual({ kind: 'table', cell: 'b1' });
  expect(dropTargetAt(115, 150, zones, legal, none)).toEqual({ kind: 'seat', cell: 'a1' });
});

test('a table is round', () => {
  expect(dropTargetAt(103, 103, zones, none, new Set(['b1']))).toBeNull();
});

test('the bar is hit', () => {
  expect(dropTargetAt(150, 350, zones, none, none)).toEqual({ kind: 'bar' });
});

test('nothing is hit outside the floor or on a control', () => {
  const legal = new Set(['a1']);
  expect(dropTargetAt(-5, 150, zones, legal, none)).toBeNull();
  const covered: DropZones = { ...zones, controls: [box(0, 100)] };
  expect(dropTargetAt(50, 150, covered, legal, none)).toBeNull();
});

test('targets are compared by kind and cell', () => {
  expect(sameTarget(null, null)).toBe(true);
  expect(sameTarget({ kind: 'bar' }, { kind: 'bar' })).toBe(true);
  expect(sameTarget({ kind: 'bar' }, null)).toBe(false);
  expect(sameTarget({ kind: 'seat', cell: 'a1' }, { kind: 'seat', cell: 'a1' })).toBe(true);
  expect(sameTarget({ kind: 'seat', cell: 'a1' }, { kind: 'table', cell: 'a1' })).toBe(false);
});

test('the button of the bar is outside the floor', () => {
  expect(dropTargetAt(20, 440, zones, none, none)).toEqual({ kind: 'bar' });
  expect(dropTargetAt(80, 440, zones, none, none)).toBeNull();
});
