/** The size of the window on the floor, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A rectangle on the floor, in pixels from its upper left corner. */
export interface Area extends Size {
  left: number;
  top: number;
}

/** Where everything on the floor is, in pixels. */
export interface FloorLayout extends Size {
  /** Size of a cell. */
  row: number;
  column: number;
  /** The tables and seats. */
  plan: Area;
  /** The counter of the bar: beside the tables, or below them. */
  bar: (Area & { side: 'right' | 'bottom' }) | null;
}

export interface FloorShape {
  /** Length of a side of the drawing, in cells. */
  cells: number;
  hasBar: boolean;
  /** Letters and numbers stand around the tables. */
  hasCoordinates: boolean;
}

/** Two rows of places, and the wood around them, in rows of the floor. */
const BAR_DEPTH = 2.3;
/** Free space between the tables and the counter. */
const BAR_GAP = 0.15;
/** Cells may be wider than high, to use the width of the window. */
const WIDEST_CELL = 1.28;
/** On a narrow floor a block fits the window only with square cells. */
const NARROW_PX = 520;
const PADDING_PX = 8;
const COORDINATES_PX = 22;

/**
 * The layout of a floor in a window, enlarged by `zoom`. At a zoom of 1 everything is visible, and the counter is where it leaves more space for the
 * tables. `below` is kept free under the floor, for what lies over the window.
 */
export function floorLayout(window: Size, shape: FloorShape, zoom = 1, below = 0): FloorLayout {
  const padding = shape.hasCoordinates ? COORDINATES_PX : PADDING_PX;
  const inner = { width: Math.max(0, window.width - 2 * padding), height: Math.max(0, window.height - 2 * padding) };
  // Coordinates stand between the tables and the counter too.
  const between = shape.hasBar && shape.hasCoordinates ? COORDINATES_PX : 0;
  const barSize = shape.hasBar ? BAR_DEPTH + BAR_GAP : 0;
  const right = cellSize({ ...inner, width: inner.width - between }, shape.cells, barSize, 0, window.width);
  const bottom = cellSize({ ...inner, height: inner.height - between }, shape.cells, 0, barSize, window.width);
  const side = shape.hasBar && (bottom.row > right.row || (bottom.row === right.row && bottom.column > right.column)) ? 'bottom' : 'right';
  const fitted = side === 'bottom' ? bottom : right;
  const [row, column] = [wholeUnits(fitted.row * zoom), wholeUnits(fitted.column * zoom)];
  const depth = shape.hasBar ? BAR_DEPTH * row : 0;
  const gap = shape.hasBar ? BAR_GAP * row + between : 0;
  const plan = { width: shape.cells * column, height: shape.cells * row };
  const content = side === 'bottom' ? { width: plan.width, height: plan.height + gap + depth } : { width: plan.width + gap + depth, height: plan.height };
  const width = Math.max(window.width, content.width + 2 * padding);
  const height = Math.max(window.height, content.height + 2 * padding + below);
  const left = (width - content.width) / 2;
  const top = (height - below - content.height) / 2;
  const bar: FloorLayout['bar'] =
    side === 'bottom'
      ? { side, left, top: top + plan.height + gap, width: plan.width, height: depth }
      : { side, left: left + plan.width + gap, top, width: depth, height: plan.height };
  return { row, column, width, height, plan: { left, top, ...plan }, bar: shape.hasBar ? bar : null };
}

/** Rounded down to what the browser lays out in, so that nothing becomes larger than its window. */
function wholeUnits(px: number): number {
  return Math.floor(px * 64) / 64;
}

/** The largest cells that fit, with so many rows' heights left free beside the cells and below them. */
function cellSize(inner: Size, cells: number, beside: number, below: number, windowWidth: number): { row: number; column: number } {
  const row = Math.min(inner.height / (cells + below), inner.width / (cells + beside));
  const widest = row * (windowWidth <= NARROW_PX && cells > 5 ? 1 : WIDEST_CELL);
  return { row, column: Math.min((inner.width - beside * row) / cells, widest) };
}

/** The zoom at which a group of tables, so many cells wide and high, fills the window. */
export function zoomForBlock(window: Size, whole: FloorLayout, block: { columns: number; rows: number }): number {
  return Math.min((window.width - 4) / (block.columns * whole.column), (window.height - 4) / (block.rows * whole.row));
}
