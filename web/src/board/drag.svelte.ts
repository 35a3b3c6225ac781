/** Where a carried guest may be set down. */
export type DropTarget = { kind: 'seat' | 'table'; cell: string } | { kind: 'bar' };

/** A guest on the way from the hand into the café. */
export interface DraggedGuest {
  code: string;
  look: number;
  /** Where the guest is, in the window. */
  x: number;
  y: number;
  width: number;
  over: DropTarget | null;
}

/** How far a finger may tremble before a tap is a drag. */
const SLACK_PX = 8;
/** A finger hides what is under it: the guest is carried a little above. */
const ABOVE_FINGER_PX = 42;

export interface DragOptions {
  /** Whether guests can be picked up at all. */
  allowed: () => boolean;
  lift: (key: string) => void;
  /** Seats at which the carried guest may sit: one of them is met although the finger is a little beside it. */
  seats: () => ReadonlySet<string>;
  drop: (target: DropTarget | null) => void;
}

/** Picking guests up with mouse, pen or finger. One at a time. */
export class Drag {
  carried = $state.raw<DraggedGuest | null>(null);
  #rules: DragOptions;
  #stop: (() => void) | null = null;
  #justDropped = false;

  constructor(rules: DragOptions) {
    this.#rules = rules;
  }

  /** A pointer went down on a card; whether it is a tap or a drag shows when it moves. */
  press(event: PointerEvent, card: { key: string; code: string; look: number }): void {
    this.#justDropped = false;
    if (event.button !== 0 || !event.isPrimary || !this.#rules.allowed()) return;
    const element = event.currentTarget as HTMLElement;
    const { clientX, clientY, pointerId, pointerType } = event;
    const above = pointerType === 'touch' ? ABOVE_FINGER_PX : 0;
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return;
      if (!this.carried) {
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < SLACK_PX) return;
        element.setPointerCapture(pointerId);
        this.#rules.lift(card.key);
        this.carried = { code: card.code, look: card.look, x: 0, y: 0, width: element.clientWidth, over: null };
      }
      const [x, y] = [moved.clientX, moved.clientY - above];
      this.carried = { ...this.carried, x, y, over: targetAt(x, y, this.#rules.seats()) };
    };
    const up = (ended: PointerEvent): void => {
      if (ended.pointerId !== pointerId) return;
      const { carried } = this;
      this.cancel();
      if (!carried) return;
      this.#justDropped = true;
      this.#rules.drop(ended.type === 'pointerup' ? targetAt(carried.x, carried.y, this.#rules.seats()) : null);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    this.#stop = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    };
  }

  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.carried = null;
  }

  /** A click follows every drop; it is not meant as one. */
  wasDrag(): boolean {
    const was = this.#justDropped;
    this.#justDropped = false;
    return was;
  }
}

function middle(element: Element): { x: number; y: number; reach: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, reach: Math.max(box.width, box.height) * 0.75 };
}

function targetAt(x: number, y: number, seats: ReadonlySet<string>): DropTarget | null {
  const under = document.elementFromPoint(x, y);
  const cafe = under?.closest('[data-floor]');
  if (!cafe) return null;
  const party = under?.closest<HTMLElement>('.party[data-table]');
  if (party?.dataset.table) return { kind: 'table', cell: party.dataset.table };
  let nearest: { cell: string; far: number } | null = null;
  for (const cell of seats) {
    const element = cafe.querySelector(`[data-cell="${cell}"]`);
    if (!element) continue;
    const at = middle(element);
    const far = Math.hypot(at.x - x, at.y - y);
    if (far <= at.reach && (!nearest || far < nearest.far)) nearest = { cell, far };
  }
  const seat = under?.closest<HTMLElement>('.seat[data-cell]')?.dataset.cell;
  // A seat right under the guest counts before one beside it, even if nobody may sit there: that is what was tried.
  if (seat && (!nearest || seats.has(seat))) return { kind: 'seat', cell: seat };
  if (nearest) return { kind: 'seat', cell: nearest.cell };
  return under?.closest('[data-bar]') ? { kind: 'bar' } : null;
}
