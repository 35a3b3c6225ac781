import { tick } from 'svelte';

export const FURTHEST = 1;
export const CLOSEST = 4;
/** So near that one of the four blocks fills the window of a phone. */
export const BLOCK = 2.4;
/** A step nearer than all of the floor. */
export const NEARER = 1.6;
const STEPS = [FURTHEST, NEARER, BLOCK, 3.2, CLOSEST];
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 32;

/** What part of the floor is seen, as fractions of it. */
export interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function clamp(value: number): number {
  return Math.min(CLOSEST, Math.max(FURTHEST, value));
}

/** The next step nearer or further from wherever a pinch left off. */
export function stepFrom(level: number, by: 1 | -1): number {
  const next = by === 1 ? STEPS.find((one) => one > level + 0.05) : STEPS.findLast((one) => one < level - 0.05);
  return next ?? clamp(level);
}

/** How near one stands to a floor that is larger than its window: buttons, pinch, wheel, double tap. */
export class Zoom {
  level = $state(FURTHEST);
  seen = $state.raw<Window>({ left: 0, top: 0, width: 1, height: 1 });
  #room: HTMLElement | null = null;
  #lastTap: { at: number; x: number; y: number } | null = null;
  #pinch: { apart: number; x: number; y: number; by: number; toX: number; toY: number } | null = null;

  constructor(level: number) {
    this.level = level;
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
      void this.to(clamp(this.level * Math.exp(-event.deltaY / 200)), event.clientX, event.clientY);
    };
    // It looks at once, too, but only when the browser has laid everything out.
    const sizes = new ResizeObserver(look);
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
    const box = room.getBoundingClientRect();
    const [x, y] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
    const [part, down] = [(room.scrollLeft + x) / room.scrollWidth, (room.scrollTop + y) / room.scrollHeight];
    this.level = level;
    await tick();
    room.scrollTo(part * room.scrollWidth - x, down * room.scrollHeight - y);
    this.#look();
  }

  step(by: 1 | -1): void {
    void this.to(stepFrom(this.level, by));
  }

  /** Brings a part of the floor, given as fractions, into the middle. */
  show(part: number, down: number, behavior: ScrollBehavior = 'auto'): void {
    const room = this.#room;
    room?.scrollTo({ left: part * room.scrollWidth - room.clientWidth / 2, top: down * room.scrollHeight - room.clientHeight / 2, behavior });
  }

  /** Brings a table, a chair or the bar into the middle. Only the floor moves: the page stays where whoever reads it wants it. */
  showPlace(place: string, behavior: ScrollBehavior = 'auto'): void {
    const box = this.#room?.querySelector(place === 'bar' ? '[data-bar]' : `[data-cell="${place}"]`)?.getBoundingClientRect();
    const floor = this.#room?.firstElementChild?.getBoundingClientRect();
    if (box && floor) this.show((box.left + box.width / 2 - floor.left) / floor.width, (box.top + box.height / 2 - floor.top) / floor.height, behavior);
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
    void this.to(this.level > 1.2 ? FURTHEST : BLOCK, clientX, clientY);
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
    pinch.by = clamp((this.level * apart) / pinch.apart) / this.level;
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
    const level = clamp(this.level * pinch.by);
    // Nearly all of the floor is meant to be all of it.
    await this.to(level < 1.2 ? FURTHEST : level, pinch.x, pinch.y);
    room.scrollBy(pinch.x - pinch.toX, pinch.y - pinch.toY);
  }
}
