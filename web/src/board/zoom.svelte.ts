import { tick, untrack } from 'svelte';
import type { Size } from './floor_layout';

export const MIN_ZOOM = 1;
export const MAX_ZOOM = 4;
/** One step closer than the whole floor. */
export const NEAR_ZOOM = 1.5;
/** About one of the four blocks is visible. */
export const BLOCK_ZOOM = 2.1;
const STEPS = [MIN_ZOOM, NEAR_ZOOM, BLOCK_ZOOM, 2.9, MAX_ZOOM];
/** Cells lower than this are too small for a finger. */
const LOWEST_CELL_PX = 35;
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 32;

/** The visible part of the floor, as fractions of it. */
export interface VisibleArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function clampZoom(value: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, value));
}

/** The next step in or out from any level, such as one that a pinch ended at. */
export function nextZoomStep(level: number, by: 1 | -1): number {
  const next = by === 1 ? STEPS.find((step) => step > level + 0.05) : STEPS.findLast((step) => step < level - 0.05);
  return next ?? clampZoom(level);
}

/** The zoom at which a finger can hit cells, given their height while the whole floor is visible. */
export function zoomForCellHeight(cell: number): number {
  return STEPS.find((step) => step * cell >= LOWEST_CELL_PX) ?? MAX_ZOOM;
}

/** An interval along one side of the floor. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The scroll position at which a place is visible in a viewport of the given length. If its whole block (one of the four groups of tables) fits, that is
 * centred, otherwise the place, but never so far that less of the block would be visible. Nothing scrolls if that part is visible already.
 */
export function scrollPositionFor(place: Span, block: Span, at: number, length: number): number {
  const fits = block.to - block.from <= length;
  const shown = fits ? block : place;
  if (shown.from >= at && shown.to <= at + length) return at;
  const middle = (shown.from + shown.to - length) / 2;
  return fits ? middle : Math.min(Math.max(middle, block.from), block.to - length);
}

/** Zoom and scroll position of a floor that can be larger than its window: buttons, pinch, wheel, double tap. */
export class Zoom {
  level = $state(MIN_ZOOM);
  /** The size of the window on the floor. */
  window = $state.raw<Size>({ width: 0, height: 0 });
  seen = $state.raw<VisibleArea>({ left: 0, top: 0, width: 1, height: 1 });
  #viewport: HTMLElement | null = null;
  /** Returns the zoom for a window of the given size. Null once the user has zoomed. */
  #automatic: ((window: Size) => number) | null;
  #lastTap: { at: number; x: number; y: number } | null = null;
  #pinch: { apart: number; x: number; y: number; by: number; toX: number; toY: number } | null = null;

  constructor(automatic: (window: Size) => number) {
    this.#automatic = automatic;
  }

  /** For `{@attach}`: the scrolling element whose first child is the floor. */
  attach = (viewport: HTMLElement): (() => void) => {
    this.#viewport = viewport;
    const update = (): void => this.#updateVisible();
    const start = (event: TouchEvent): void => this.#pinchStart(event);
    const move = (event: TouchEvent): void => this.#pinchMove(event);
    const end = (): void => void this.#pinchEnd();
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      void this.to(clampZoom(this.level * Math.exp(-event.deltaY / 200)), event.clientX, event.clientY);
    };
    // Before the first frame, and with every change.
    const measure = (): void => {
      const box = viewport.getBoundingClientRect();
      // Rounded down: a floor that is a fraction larger than its window would scroll.
      const [width, height] = [Math.floor(box.width), Math.floor(box.height)];
      if (width === 0 || height === 0 || (width === this.window.width && height === this.window.height)) return;
      this.window = { width, height };
      if (this.#automatic) this.level = clampZoom(this.#automatic(this.window));
      void tick().then(update);
    };
    // Untracked: an attachment that reads the state it changes would be made anew.
    untrack(measure);
    const sizes = new ResizeObserver(measure);
    sizes.observe(viewport);
    viewport.addEventListener('scroll', update, { passive: true });
    viewport.addEventListener('touchstart', start, { passive: true });
    // Not passive: without preventDefault a pinch would zoom the whole page.
    viewport.addEventListener('touchmove', move, { passive: false });
    viewport.addEventListener('touchend', end);
    viewport.addEventListener('touchcancel', end);
    viewport.addEventListener('wheel', wheel, { passive: false });
    return () => {
      sizes.disconnect();
      viewport.removeEventListener('scroll', update);
      viewport.removeEventListener('touchstart', start);
      viewport.removeEventListener('touchmove', move);
      viewport.removeEventListener('touchend', end);
      viewport.removeEventListener('touchcancel', end);
      viewport.removeEventListener('wheel', wheel);
      this.#viewport = null;
    };
  };

  /** Zooms around the given point of the window. */
  async to(level: number, clientX?: number, clientY?: number): Promise<void> {
    const viewport = this.#viewport;
    if (!viewport || level === this.level) return;
    this.#automatic = null;
    const box = viewport.getBoundingClientRect();
    const [x, y] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
    const [part, down] = [(viewport.scrollLeft + x) / viewport.scrollWidth, (viewport.scrollTop + y) / viewport.scrollHeight];
    this.level = level;
    await tick();
    viewport.scrollTo(part * viewport.scrollWidth - x, down * viewport.scrollHeight - y);
    this.#updateVisible();
  }

  /** Zooms until one of the four blocks fills the window and a finger can hit its seats. */
  toBlock(clientX: number, clientY: number): void {
    const cell = this.#viewport?.querySelector('[data-cell]')?.getBoundingClientRect().height ?? 0;
    void this.to(Math.max(BLOCK_ZOOM, zoomForCellHeight(cell / this.level)), clientX, clientY);
  }

  /** The next step in or out, around a cell if that is visible. */
  step(by: 1 | -1, cell: string | null = null): void {
    const viewport = this.#viewport;
    const box = cell === null ? undefined : viewport?.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    const window = viewport?.getBoundingClientRect();
    const [x, y] = box ? [(box.left + box.right) / 2, (box.top + box.bottom) / 2] : [0, 0];
    const isVisible = window !== undefined && x > window.left && x < window.right && y > window.top && y < window.bottom;
    void this.to(nextZoomStep(this.level, by), ...(isVisible ? [x, y] : []));
  }

  /** Centres a point of the floor, given as fractions. */
  show(part: number, down: number, behavior: ScrollBehavior = 'auto'): void {
    const viewport = this.#viewport;
    viewport?.scrollTo({ left: part * viewport.scrollWidth - viewport.clientWidth / 2, top: down * viewport.scrollHeight - viewport.clientHeight / 2, behavior });
  }

  /** Shows a table, a seat or the bar, and the cells of its block. Only the floor scrolls, not the page. */
  showPlace(place: string, block: readonly string[], behavior: ScrollBehavior = 'auto'): void {
    const viewport = this.#viewport;
    const find = (cell: string): Element | null | undefined =>
      cell === 'bar' ? (viewport?.querySelector('[data-bar] .next') ?? viewport?.querySelector('[data-bar]')) : viewport?.querySelector(`[data-cell="${cell}"]`);
    const boxes = [place, ...block].flatMap((cell) => find(cell)?.getBoundingClientRect() ?? []);
    const [box] = boxes;
    if (!viewport || !box) return;
    const window = viewport.getBoundingClientRect();
    const [x, y] = [viewport.scrollLeft - window.left, viewport.scrollTop - window.top];
    const [left, right] = [Math.min(...boxes.map((cell) => cell.left)), Math.max(...boxes.map((cell) => cell.right))];
    const [top, bottom] = [Math.min(...boxes.map((cell) => cell.top)), Math.max(...boxes.map((cell) => cell.bottom))];
    // Above the map or else beside it, if the map covers the floor and the block fits there.
    const map = viewport.parentElement?.querySelector('.map')?.getBoundingClientRect();
    const covers = map !== undefined && map.left < window.right && map.top < window.bottom;
    const above = covers ? map.top - window.top : viewport.clientHeight;
    const height = bottom - top <= above ? above : viewport.clientHeight;
    const besides = covers && height > above ? (map.left > (window.left + window.right) / 2 ? map.left - window.left : window.right - map.right) : viewport.clientWidth;
    const width = right - left <= besides ? besides : viewport.clientWidth;
    // A map on the left takes its width from the start of the window.
    const start = width < viewport.clientWidth && map !== undefined && map.left < (window.left + window.right) / 2 ? viewport.clientWidth - width : 0;
    viewport.scrollTo({
      left: scrollPositionFor({ from: box.left + x, to: box.right + x }, { from: left + x, to: right + x }, viewport.scrollLeft + start, width) - start,
      top: scrollPositionFor({ from: box.top + y, to: box.bottom + y }, { from: top + y, to: bottom + y }, viewport.scrollTop, height),
      behavior,
    });
  }

  scrollBy(x: number, y: number): void {
    this.#viewport?.scrollBy(x, y);
  }

  /** A tap on the floor; true if it was the second of a double tap, which zooms. */
  tapped(clientX: number, clientY: number): boolean {
    const now = performance.now();
    const last = this.#lastTap;
    this.#lastTap = { at: now, x: clientX, y: clientY };
    if (!last || now - last.at > DOUBLE_TAP_MS || Math.hypot(last.x - clientX, last.y - clientY) > DOUBLE_TAP_PX) return false;
    this.#lastTap = null;
    if (this.level > 1.2) void this.to(MIN_ZOOM, clientX, clientY);
    else this.toBlock(clientX, clientY);
    return true;
  }

  #updateVisible(): void {
    const viewport = this.#viewport;
    if (!viewport) return;
    this.seen = {
      left: viewport.scrollLeft / viewport.scrollWidth,
      top: viewport.scrollTop / viewport.scrollHeight,
      width: Math.min(1, viewport.clientWidth / viewport.scrollWidth),
      height: Math.min(1, viewport.clientHeight / viewport.scrollHeight),
    };
  }

  #pinchStart(event: TouchEvent): void {
    const [first, second] = event.touches;
    if (!first || !second) return;
    const [x, y] = [(first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2];
    this.#pinch = { apart: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY), x, y, by: 1, toX: x, toY: y };
  }

  #pinchMove(event: TouchEvent): void {
    const pinch = this.#pinch;
    const viewport = this.#viewport;
    const floor = viewport?.firstElementChild as HTMLElement | null | undefined;
    const [first, second] = event.touches;
    if (!pinch || !viewport || !floor || !first || !second) return;
    if (event.cancelable) event.preventDefault();
    const apart = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    pinch.by = clampZoom((this.level * apart) / pinch.apart) / this.level;
    pinch.toX = (first.clientX + second.clientX) / 2;
    pinch.toY = (first.clientY + second.clientY) / 2;
    const box = viewport.getBoundingClientRect();
    // During the pinch only a transform changes; the cells are laid out once, at its end.
    floor.style.transformOrigin = `${viewport.scrollLeft + pinch.x - box.left}px ${viewport.scrollTop + pinch.y - box.top}px`;
    floor.style.transform = `translate(${pinch.toX - pinch.x}px, ${pinch.toY - pinch.y}px) scale(${pinch.by})`;
  }

  async #pinchEnd(): Promise<void> {
    const pinch = this.#pinch;
    const viewport = this.#viewport;
    this.#pinch = null;
    const floor = viewport?.firstElementChild as HTMLElement | null | undefined;
    if (!pinch || !viewport || !floor) return;
    floor.style.transform = '';
    const level = clampZoom(this.level * pinch.by);
    // Nearly the whole floor snaps to the whole floor.
    await this.to(level < 1.2 ? MIN_ZOOM : level, pinch.x, pinch.y);
    viewport.scrollBy(pinch.x - pinch.toX, pinch.y - pinch.toY);
  }
}
