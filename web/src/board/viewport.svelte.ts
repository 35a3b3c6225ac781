import { tick } from 'svelte';

export const MIN_ZOOM = 1;
export const MAX_ZOOM = 4;
/** So near that one of the four blocks fills the window of a phone. */
export const BLOCK_ZOOM = 2.4;
/** A step nearer than all of the floor. */
export const NEAR_ZOOM = 1.6;
const STEPS = [MIN_ZOOM, NEAR_ZOOM, BLOCK_ZOOM, 3.2, MAX_ZOOM];
/** A cell that is lower than this is too small for a finger. */
const LOWEST_CELL_PX = 35;
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 32;

/** What part of the floor is seen, as fractions of it. */
export interface VisibleArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function clampZoom(value: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, value));
}

/** The next step nearer or further from wherever a pinch left off. */
export function nextZoomStep(level: number, by: 1 | -1): number {
  const next = by === 1 ? STEPS.find((one) => one > level + 0.05) : STEPS.findLast((one) => one < level - 0.05);
  return next ?? clampZoom(level);
}

/** How near one has to stand for a finger to find cells that are so high when all of the floor is seen. */
export function zoomForCellHeight(cell: number): number {
  return STEPS.find((one) => one * cell >= LOWEST_CELL_PX) ?? MAX_ZOOM;
}

/** From where to where something reaches, along one side of the floor. */
export interface Span {
  from: number;
  to: number;
}

/**
 * How far the floor is scrolled, so that a place is seen through a window of some length: with all of the block that it belongs to, if
 * that fits. What is in sight moves nothing. Else it comes into the middle, though never so far that there would be less of the block.
 */
export function scrollPositionFor(place: Span, block: Span, at: number, length: number): number {
  const fits = block.to - block.from <= length;
  const shown = fits ? block : place;
  if (shown.from >= at && shown.to <= at + length) return at;
  const middle = (shown.from + shown.to - length) / 2;
  return fits ? middle : Math.min(Math.max(middle, block.from), block.to - length);
}

/** How near one stands to a floor that is larger than its window: buttons, pinch, wheel, double tap. */
export class Viewport {
  level = $state(MIN_ZOOM);
  seen = $state.raw<VisibleArea>({ left: 0, top: 0, width: 1, height: 1 });
  #room: HTMLElement | null = null;
  /** How high a cell is in a window of that size, if the level follows from it. Who goes nearer or further ends that. */
  #cell: ((width: number, height: number) => number) | null;
  #least: number;
  #lastTap: { at: number; x: number; y: number } | null = null;
  #pinch: { apart: number; x: number; y: number; by: number; toX: number; toY: number } | null = null;

  constructor(level: number, least = MIN_ZOOM, cell: ((width: number, height: number) => number) | null = null) {
    this.level = level;
    this.#least = least;
    this.#cell = cell;
  }

  /** For `{@attach}`: the scrolling element whose first child is the floor. */
  attach = (room: HTMLElement): (() => void) => {
    this.#room = room;
    const look = (): void => this.#look();
    const start = (event: TouchEvent): void => this.#pinchStart(event);
    const move = (event: TouchEvent): void => this.#pinchMove(event);
    const end = (): void => void this.#pinchEnd();
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      void this.to(clampZoom(this.level * Math.exp(-event.deltaY / 200)), event.clientX, event.clientY);
    };
    // It looks at once, too, but only when the browser has laid everything out.
    const sizes = new ResizeObserver(() => {
      if (this.#cell && room.clientHeight > 0) this.level = Math.max(this.#least, zoomForCellHeight(this.#cell(room.clientWidth, room.clientHeight)));
      look();
    });
    sizes.observe(room);
    room.addEventListener('scroll', look, { passive: true });
    room.addEventListener('touchstart', start, { passive: true });
    // Not passive: a pinch is ours, else the browser would enlarge the whole page.
    room.addEventListener('touchmove', move, { passive: false });
    room.addEventListener('touchend', end);
    room.addEventListener('touchcancel', end);
    room.addEventListener('wheel', wheel, { passive: false });
    return () => {
      sizes.disconnect();
      room.removeEventListener('scroll', look);
      room.removeEventListener('touchstart', start);
      room.removeEventListener('touchmove', move);
      room.removeEventListener('touchend', end);
      room.removeEventListener('touchcancel', end);
      room.removeEventListener('wheel', wheel);
      this.#room = null;
    };
  };

  /** Nearer or further, while the given point of the window stays where it is. */
  async to(level: number, clientX?: number, clientY?: number): Promise<void> {
    const room = this.#room;
    if (!room || level === this.level) return;
    this.#cell = null;
    const box = room.getBoundingClientRect();
    const [x, y] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
    const [part, down] = [(room.scrollLeft + x) / room.scrollWidth, (room.scrollTop + y) / room.scrollHeight];
    this.level = level;
    await tick();
    room.scrollTo(part * room.scrollWidth - x, down * room.scrollHeight - y);
    this.#look();
  }

  /** So near that one of the four blocks fills the window, and fingers find its chairs. */
  toBlock(clientX: number, clientY: number): void {
    const cell = this.#room?.querySelector('[data-cell]')?.getBoundingClientRect().height ?? 0;
    void this.to(Math.max(BLOCK_ZOOM, zoomForCellHeight(cell / this.level)), clientX, clientY);
  }

  step(by: 1 | -1): void {
    void this.to(nextZoomStep(this.level, by));
  }

  /** Brings a part of the floor, given as fractions, into the middle. */
  show(part: number, down: number, behavior: ScrollBehavior = 'auto'): void {
    const room = this.#room;
    room?.scrollTo({ left: part * room.scrollWidth - room.clientWidth / 2, top: down * room.scrollHeight - room.clientHeight / 2, behavior });
  }

  /** Shows a table, a chair or the bar, and the cells of its block. Only the floor moves: the page stays where whoever reads it wants it. */
  showPlace(place: string, block: readonly string[], behavior: ScrollBehavior = 'auto'): void {
    const room = this.#room;
    const boxes = [place, ...block].flatMap((cell) => room?.querySelector(cell === 'bar' ? '[data-bar]' : `[data-cell="${cell}"]`)?.getBoundingClientRect() ?? []);
    const [box] = boxes;
    if (!room || !box) return;
    const window = room.getBoundingClientRect();
    const [x, y] = [room.scrollLeft - window.left, room.scrollTop - window.top];
    const [left, right] = [Math.min(...boxes.map((one) => one.left)), Math.max(...boxes.map((one) => one.right))];
    const [top, bottom] = [Math.min(...boxes.map((one) => one.top)), Math.max(...boxes.map((one) => one.bottom))];
    // Above the map, if that lies on the floor and there is room.
    const map = room.parentElement?.querySelector('.map')?.getBoundingClientRect();
    const above = map && map.left < window.right && map.top < window.bottom ? map.top - window.top : room.clientHeight;
    const height = bottom - top <= above ? above : room.clientHeight;
    room.scrollTo({
      left: scrollPositionFor({ from: box.left + x, to: box.right + x }, { from: left + x, to: right + x }, room.scrollLeft, room.clientWidth),
      top: scrollPositionFor({ from: box.top + y, to: box.bottom + y }, { from: top + y, to: bottom + y }, room.scrollTop, height),
      behavior,
    });
  }

  scrollBy(x: number, y: number): void {
    this.#room?.scrollBy(x, y);
  }

  /** A tap on the floor; true if it was the second of two and so changed how near one stands. */
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

  #look(): void {
    const room = this.#room;
    if (!room) return;
    this.seen = {
      left: room.scrollLeft / room.scrollWidth,
      top: room.scrollTop / room.scrollHeight,
      width: Math.min(1, room.clientWidth / room.scrollWidth),
      height: Math.min(1, room.clientHeight / room.scrollHeight),
    };
  }

  #pinchStart(event: TouchEvent): void {
    const [one, other] = event.touches;
    if (!one || !other) return;
    const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    this.#pinch = { apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), x, y, by: 1, toX: x, toY: y };
  }

  #pinchMove(event: TouchEvent): void {
    const pinch = this.#pinch;
    const room = this.#room;
    const floor = room?.firstElementChild as HTMLElement | null | undefined;
    const [one, other] = event.touches;
    if (!pinch || !room || !floor || !one || !other) return;
    if (event.cancelable) event.preventDefault();
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    pinch.by = clampZoom((this.level * apart) / pinch.apart) / this.level;
    pinch.toX = (one.clientX + other.clientX) / 2;
    pinch.toY = (one.clientY + other.clientY) / 2;
    const box = room.getBoundingClientRect();
    // While the fingers move only the picture is stretched; a hundred drawings are laid out anew once they let go.
    floor.style.transformOrigin = `${room.scrollLeft + pinch.x - box.left}px ${room.scrollTop + pinch.y - box.top}px`;
    floor.style.transform = `translate(${pinch.toX - pinch.x}px, ${pinch.toY - pinch.y}px) scale(${pinch.by})`;
  }

  async #pinchEnd(): Promise<void> {
    const pinch = this.#pinch;
    const room = this.#room;
    this.#pinch = null;
    const floor = room?.firstElementChild as HTMLElement | null | undefined;
    if (!pinch || !room || !floor) return;
    floor.style.transform = '';
    const level = clampZoom(this.level * pinch.by);
    // Nearly all of the floor is meant to be all of it.
    await this.to(level < 1.2 ? MIN_ZOOM : level, pinch.x, pinch.y);
    room.scrollBy(pinch.x - pinch.toX, pinch.y - pinch.toY);
  }
}
