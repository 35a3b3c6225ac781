/** Where a dragged guest would be dropped. */
export type DropTarget = { kind: 'seat' | 'table'; cell: string } | { kind: 'bar' };

/** A rectangle in the coordinates of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Boxes of everything that can be dropped on, measured when a drag starts and again after scrolling, zooming or resizing. */
export interface DropZones {
  /** The visible part of the floor. */
  visible: Box;
  /** Controls that lie over the floor: nothing can be dropped there. */
  controls: readonly Box[];
  seats: ReadonlyMap<string, Box>;
  tables: ReadonlyMap<string, Box>;
  /** The counter of the bar. */
  bar: readonly Box[];
  /** Its button beside the floor, where the counter may be out of sight. */
  barButtons: readonly Box[];
}

/** Distance from the centre of a legal seat at which it is still hit, as a part of the seat's longer side. */
const REACH = 0.75;

export function contains(box: Box, x: number, y: number): boolean {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

export function widthOf(box: Box): number {
  return box.right - box.left;
}

/** Tables are round. */
function ellipseContains(box: Box, x: number, y: number): boolean {
  const [width, height] = [widthOf(box), box.bottom - box.top];
  return Math.hypot((2 * (x - box.left)) / width - 1, (2 * (y - box.top)) / height - 1) <= 1;
}

function cellAt(boxes: ReadonlyMap<string, Box>, hit: (box: Box, cell: string) => boolean): string | null {
  for (const [cell, box] of boxes) if (hit(box, cell)) return cell;
  return null;
}

function nearestLegalSeat(x: number, y: number, zones: DropZones, legal: ReadonlySet<string>): string | null {
  let nearest: { cell: string; distance: number } | null = null;
  for (const cell of legal) {
    const box = zones.seats.get(cell);
    if (!box) continue;
    const [width, height] = [widthOf(box), box.bottom - box.top];
    const distance = Math.hypot(box.left + width / 2 - x, box.top + height / 2 - y);
    if (distance <= Math.max(width, height) * REACH && (!nearest || distance < nearest.distance)) nearest = { cell, distance };
  }
  return nearest?.cell ?? null;
}

/**
 * What a guest at this point would be dropped on. A table that can give a party comes first, then a legal seat right under the guest,
 * then the nearest legal seat within reach. An illegal seat is a target too: dropping there makes the server explain why not.
 */
export function dropTargetAt(x: number, y: number, zones: DropZones, legal: ReadonlySet<string>, partyTables: ReadonlySet<string>): DropTarget | null {
  if (zones.barButtons.some((box) => contains(box, x, y))) return { kind: 'bar' };
  if (!contains(zones.visible, x, y) || zones.controls.some((box) => contains(box, x, y))) return null;
  const table = cellAt(zones.tables, (box, cell) => partyTables.has(cell) && ellipseContains(box, x, y));
  if (table) return { kind: 'table', cell: table };
  const under = cellAt(zones.seats, (box) => contains(box, x, y));
  const seat = under && legal.has(under) ? under : (nearestLegalSeat(x, y, zones, legal) ?? under);
  if (seat) return { kind: 'seat', cell: seat };
  return zones.bar.some((box) => contains(box, x, y)) ? { kind: 'bar' } : null;
}

export function sameTarget(a: DropTarget | null, b: DropTarget | null): boolean {
  if (a === null || b === null || a.kind === 'bar' || b.kind === 'bar') return a?.kind === b?.kind;
  return a.kind === b.kind && a.cell === b.cell;
}

/** Reads the boxes of the floor inside `viewport`, which clips it; controls lie beside the viewport in the page's tree. */
export function measureDropZones(viewport: HTMLElement): DropZones {
  const boxesOf = (selector: string): Map<string, Box> =>
    new Map([...viewport.querySelectorAll<HTMLElement>(selector)].map((element) => [element.dataset.cell ?? '', element.getBoundingClientRect()]));
  const frame = viewport.parentElement;
  // Other screens put their own controls beside the frame.
  const controls = [...(frame?.parentElement?.querySelectorAll('[data-over-floor]') ?? [])];
  const boxesOfAll = (elements: readonly Element[]): Box[] => elements.map((element) => element.getBoundingClientRect());
  const bars = [...(frame?.querySelectorAll('[data-bar]') ?? [])];
  return {
    visible: viewport.getBoundingClientRect(),
    controls: boxesOfAll(controls),
    seats: boxesOf('.seat[data-cell]'),
    tables: boxesOf('[data-table]'),
    bar: boxesOfAll(bars.filter((bar) => viewport.contains(bar))),
    barButtons: boxesOfAll(bars.filter((bar) => !viewport.contains(bar))),
  };
}
