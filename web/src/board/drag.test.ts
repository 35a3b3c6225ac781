import { beforeEach, expect, test, vi } from 'vitest';
import { Drag, type DropTarget } from './drag.svelte';

let reads = 0;
let frames: FrameRequestCallback[] = [];
let listeners = new EventTarget();

class Resizes {
  static last: Resizes | null = null;
  constructor(readonly notify: () => void) {
    Resizes.last = this;
  }
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  reads = 0;
  frames = [];
  listeners = new EventTarget();
  vi.stubGlobal('window', listeners);
  vi.stubGlobal('ResizeObserver', Resizes);
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});

function drawFrame(): void {
  for (const callback of frames.splice(0)) callback(0);
}

function element(left: number, top: number, width: number, cell?: string): HTMLElement {
  const getBoundingClientRect = (): object => ((reads += 1), { left, top, right: left + width, bottom: top + width });
  return { getBoundingClientRect, dataset: { cell } } as unknown as HTMLElement;
}

/** A floor of 200×200 with seats a1 (0, 0) and a2 (100, 0). */
function start() {
  const seats = [element(0, 0, 100, 'a1'), element(100, 0, 100, 'a2')];
  const querySelectorAll = (selector: string): HTMLElement[] => (selector.startsWith('.seat') ? seats : []);
  const viewport = { ...element(0, 0, 200), querySelectorAll, firstElementChild: {}, parentElement: { querySelectorAll: () => [] } } as unknown as HTMLElement;
  const drops: (DropTarget | null)[] = [];
  const drag = new Drag({ allowed: () => true, lift: () => {}, seats: () => new Set(['a1', 'a2']), drop: (target) => drops.push(target) });
  drag.attachFloor({ viewport, partyTables: () => new Set() });
  const ghost = { style: { transform: '' } };
  drag.attachGhost(ghost as unknown as HTMLElement);
  const card = { clientWidth: 60, setPointerCapture: () => {} };
  const press = (pointerType = 'mouse'): void =>
    drag.press({ button: 0, isPrimary: true, currentTarget: card, clientX: 50, clientY: 300, pointerId: 1, pointerType } as unknown as PointerEvent, { key: 'RUm0', code: 'RUm', look: 0 });
  const send = (type: string, clientX = 0, clientY = 0): void => void listeners.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, clientX, clientY }));
  return { drag, drops, ghost, press, send };
}

test('boxes are read once per drag', () => {
  const { drag, press, send } = start();
  press();
  send('pointermove', 50, 250);
  drawFrame();
  expect(reads).toBe(3);
  for (let x = 0; x < 200; x += 1) {
    send('pointermove', x, 50);
    drawFrame();
  }
  expect(drag.over).toEqual({ kind: 'seat', cell: 'a2' });
  expect(reads).toBe(3);
});

test('boxes are read again after scrolling and resizing', () => {
  const { press, send } = start();
  press();
  send('pointermove', 50, 50);
  drawFrame();
  send('scroll');
  drawFrame();
  expect(reads).toBe(6);
  Resizes.last?.notify();
  drawFrame();
  expect(reads).toBe(9);
});

test('several moves make one update per frame', () => {
  const { drag, ghost, press, send } = start();
  press();
  for (const x of [60, 80, 150]) send('pointermove', x, 50);
  expect(frames).toHaveLength(1);
  expect(drag.over).toBeNull();
  drawFrame();
  expect(ghost.style.transform).toBe('translate3d(150px, 50px, 0)');
  expect(drag.over).toEqual({ kind: 'seat', cell: 'a2' });
});

test('the target stays the same object while it does not change', () => {
  const { drag, press, send } = start();
  press();
  send('pointermove', 50, 50);
  drawFrame();
  const before = drag.over;
  send('pointermove', 52, 50);
  drawFrame();
  expect(drag.over).toBe(before);
});

test('a drop uses the last move even before its frame', () => {
  const { drag, drops, press, send } = start();
  press();
  send('pointermove', 50, 50);
  drawFrame();
  send('pointermove', 150, 50);
  send('pointerup');
  expect(drops).toEqual([{ kind: 'seat', cell: 'a2' }]);
  expect(drag.carried).toBeNull();
  expect(drag.wasDrag()).toBe(true);
  expect(drag.wasDrag()).toBe(false);
});

test('a small movement is a tap', () => {
  const { drag, drops, press, send } = start();
  press();
  send('pointermove', 53, 297);
  send('pointerup');
  expect(drag.wasDrag()).toBe(false);
  expect(drops).toEqual([]);
});

test('a finger drags the guest above itself', () => {
  const { drag, press, send } = start();
  press('touch');
  send('pointermove', 50, 92);
  expect(drag.position).toEqual({ x: 50, y: 50 });
});

test('a lost pointer drops nowhere, and a cancelled drag ends', () => {
  const { drag, drops, press, send } = start();
  press();
  send('pointermove', 50, 50);
  send('pointercancel');
  expect(drops).toEqual([null]);
  press();
  send('pointermove', 50, 50);
  drag.cancel();
  send('pointerup');
  expect(drops).toEqual([null]);
});
