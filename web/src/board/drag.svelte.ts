import { dropTargetAt, measureDropZones, sameTarget, widthOf, type DropTarget, type DropZones } from './drop_target';

export type { DropTarget } from './drop_target';

/** The guest that is being dragged. */
export interface DraggedGuest {
  code: string;
  look: number;
  /** Width of the card in the hand. */
  width: number;
}

/** How far a pointer may move before a tap becomes a drag. */
const SLACK_PX = 8;
/** A finger hides what is under it: the guest is shown a little above. */
const ABOVE_FINGER_PX = 42;

export interface DragOptions {
  /** Whether guests can be picked up at all. */
  allowed: () => boolean;
  lift: (key: string) => void;
  /** Seats at which the dragged guest may sit. */
  seats: () => ReadonlySet<string>;
  drop: (target: DropTarget | null) => void;
}

/** The part of the page that guests are dropped on. */
export interface DropFloor {
  /** Clips the floor, and scrolls it where it is zoomed. */
  viewport: HTMLElement;
  partyTables: () => ReadonlySet<string>;
}

const noTables: ReadonlySet<string> = new Set();

/**
 * Dragging guests with mouse, pen or finger, one at a time.
 *
 * The boxes of the floor are measured when a drag starts. Moves only store the pointer's position; once per frame the ghost's transform is
 * written directly, and state changes only when the target does. So a frame in which the guest merely moves needs no layout and no repaint.
 */
export class Drag {
  carried = $state.raw<DraggedGuest | null>(null);
  over = $state.raw<DropTarget | null>(null);
  /** Width of the seat under the guest. */
  seatWidth = $state<number | null>(null);
  /** Where the guest is, in the window. Not reactive: it changes with every move. */
  readonly position = { x: 0, y: 0 };
  #options: DragOptions;
  #floor: DropFloor | null = null;
  #zones: DropZones | null = null;
  #ghost: HTMLElement | null = null;
  #frame = 0;
  #stop: (() => void) | null = null;
  #justDropped = false;

  constructor(options: DragOptions) {
    this.#options = options;
  }

  /** Registers the floor that guests are dropped on, until the returned function is called. */
  attachFloor(floor: DropFloor): () => void {
    this.#floor = floor;
    const remeasure = (): void => this.#invalidate();
    const sizes = new ResizeObserver(remeasure);
    sizes.observe(floor.viewport);
    // The floor itself: its size changes with the zoom.
    if (floor.viewport.firstElementChild) sizes.observe(floor.viewport.firstElementChild);
    return () => {
      sizes.disconnect();
      if (this.#floor === floor) this.#floor = null;
    };
  }

  /** For `{@attach}`: the element that follows the pointer. */
  attachGhost = (ghost: HTMLElement): (() => void) => {
    this.#ghost = ghost;
    this.#moveGhost();
    return () => (this.#ghost = null);
  };

  /** The boxes of the floor, measured again only after scrolling, zooming or resizing. */
  get zones(): DropZones | null {
    if (!this.#zones && this.#floor) this.#zones = measureDropZones(this.#floor.viewport);
    return this.#zones;
  }

  /** A pointer went down on a card; whether it is a tap or a drag shows when it moves. */
  press(event: PointerEvent, card: { key: string; code: string; look: number }): void {
    this.#justDropped = false;
    if (event.button !== 0 || !event.isPrimary || !this.#options.allowed()) return;
    const element = event.currentTarget as HTMLElement;
    const { clientX, clientY, pointerId, pointerType } = event;
    const above = pointerType === 'touch' ? ABOVE_FINGER_PX : 0;
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return;
      if (!this.carried) {
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < SLACK_PX) return;
        element.setPointerCapture(pointerId);
        this.#zones = null;
        this.#options.lift(card.key);
        this.carried = { code: card.code, look: card.look, width: element.clientWidth };
      }
      this.position.x = moved.clientX;
      this.position.y = moved.clientY - above;
      this.#schedule();
    };
    const up = (ended: PointerEvent): void => {
      if (ended.pointerId !== pointerId) return;
      const dragged = this.carried !== null;
      const target = dragged && ended.type === 'pointerup' ? this.#target() : null;
      this.cancel();
      if (!dragged) return;
      this.#justDropped = true;
      this.#options.drop(target);
    };
    const scrolled = (): void => this.#invalidate();
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    window.addEventListener('scroll', scrolled, { capture: true, passive: true });
    window.addEventListener('resize', scrolled);
    this.#stop = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      window.removeEventListener('scroll', scrolled, { capture: true });
      window.removeEventListener('resize', scrolled);
    };
  }

  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#zones = null;
    this.carried = null;
    this.over = null;
    this.seatWidth = null;
  }

  /** Whether the click that follows a pointerup belongs to a drop. Asking resets it. */
  wasDrag(): boolean {
    const was = this.#justDropped;
    this.#justDropped = false;
    return was;
  }

  /** Also looks for the target again: the floor may have scrolled under a pointer that rests. */
  #invalidate(): void {
    this.#zones = null;
    if (this.carried) this.#schedule();
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#update();
    });
  }

  #update(): void {
    this.#moveGhost();
    const target = this.#target();
    if (sameTarget(target, this.over)) return;
    this.over = target;
    const box = target?.kind === 'seat' ? this.zones?.seats.get(target.cell) : undefined;
    this.seatWidth = box ? widthOf(box) : null;
  }

  #moveGhost(): void {
    if (this.#ghost) this.#ghost.style.transform = `translate3d(${this.position.x}px, ${this.position.y}px, 0)`;
  }

  #target(): DropTarget | null {
    const { zones } = this;
    return zones && dropTargetAt(this.position.x, this.position.y, zones, this.#options.seats(), this.#floor?.partyTables() ?? noTables);
  }
}
