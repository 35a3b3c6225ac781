import { cellPosition } from './plan_position';

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The nearest cell in the direction of an arrow key. Sideways distance counts double. */
export function neighbour(key: string, from: string, cells: readonly string[], size: number): string | null {
  const step = steps[key];
  if (!step) return null;
  const start = cellPosition(from, size);
  let best: { cell: string; distance: number } | null = null;
  for (const cell of cells) {
    const end = cellPosition(cell, size);
    const [dx, dy] = [end.column - start.column, end.row - start.row];
    const along = dx * step[0] + dy * step[1];
    if (along <= 0) continue;
    const distance = along + 2 * Math.abs(dx * step[1] + dy * step[0]);
    if (!best || distance < best.distance) best = { cell, distance };
  }
  return best?.cell ?? null;
}

/** The next or previous item of a list, continuing at the other end. */
export function nextInCycle<T>(list: readonly T[], from: T | null, by: 1 | -1): T | null {
  if (list.length === 0) return null;
  const at = from === null ? -1 : list.indexOf(from);
  if (at < 0) return list[by === 1 ? 0 : list.length - 1] ?? null;
  return list[(at + by + list.length) % list.length] ?? null;
}
