import { cellPosition } from './floor_plan';

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The nearest cell in the direction of an arrow key; what lies aside counts twice as far. */
export function neighbour(key: string, from: string, cells: readonly string[], size: number): string | null {
  const step = steps[key];
  if (!step) return null;
  const here = cellPosition(from, size);
  let best: { cell: string; far: number } | null = null;
  for (const cell of cells) {
    const there = cellPosition(cell, size);
    const [dx, dy] = [there.column - here.column, there.row - here.row];
    const along = dx * step[0] + dy * step[1];
    if (along <= 0) continue;
    const far = along + 2 * Math.abs(dx * step[1] + dy * step[0]);
    if (!best || far < best.far) best = { cell, far };
  }
  return best?.cell ?? null;
}

/** The next or previous item round a list. */
export function nextInCycle<T>(list: readonly T[], from: T | null, by: 1 | -1): T | null {
  if (list.length === 0) return null;
  const at = from === null ? -1 : list.indexOf(from);
  if (at < 0) return list[by === 1 ? 0 : list.length - 1] ?? null;
  return list[(at + by + list.length) % list.length] ?? null;
}
