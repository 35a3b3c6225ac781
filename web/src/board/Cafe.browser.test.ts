import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boardTables, cellPosition, floorPlanOf, inReadingOrder } from '../game/floor_plan';
import type { GameView } from '../api/messages';
import { render } from '../testing/render';
import { boardView, type BoardView } from './board_view';
import Cafe from './Cafe.svelte';

const plan = floorPlanOf(boardTables);

function boardGame(view: Partial<GameView> = {}, board: Partial<BoardView> = {}): BoardView {
  const whole = { tables: boardTables, seated: {}, pending: [], bar: [], bar_values: [1, 2, 3, 4, 5, -2, -4, -6, -8, -10], guest_stock: 90, player: 0, ...view };
  return boardView({ view: whole as unknown as GameView, ...board });
}

async function renderCafe(board: BoardView, size = { width: 985, height: 824 }): Promise<HTMLElement> {
  const target = await render(Cafe as never, { board } as never);
  Object.assign(target.style, { position: 'relative', width: `${size.width}px`, height: `${size.height}px` });
  await expect.poll(() => target.querySelector('[data-floor]:not([aria-busy])')).not.toBeNull();
  return target;
}

const cellOf = (element: Element | null): string => element?.querySelector<HTMLElement>('[data-cell]')?.dataset.cell ?? '';

test('the café is a grid whose rows and columns are those of the plan', async () => {
  const target = await renderCafe(boardGame());
  const grid = page.getByRole('grid', { name: 'Tables and chairs' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', '16');
  await expect.element(grid).toHaveAttribute('aria-colcount', '16');
  // No table and no seat is in the two middle rows of the plan.
  expect(grid.getByRole('row').all()).toHaveLength(14);
  expect(grid.getByRole('gridcell').all()).toHaveLength(24 + 68);
  const found: string[] = [];
  for (const row of target.querySelectorAll('[role=row]')) {
    for (const gridcell of row.querySelectorAll('[role=gridcell]')) {
      const cell = cellOf(gridcell);
      found.push(cell);
      expect({ row: Number(row.getAttribute('aria-rowindex')), column: Number(gridcell.getAttribute('aria-colindex')) }).toEqual(cellPosition(cell, 16));
      expect(gridcell.querySelector('button')?.getAttribute('aria-label')).toContain(cell);
    }
  }
  expect(found).toEqual(inReadingOrder([...plan.tables, ...plan.seats], plan.size));
});

test('one cell is in the tab order, and arrow keys follow the plan across blocks', async () => {
  const target = await renderCafe(boardGame());
  const tabStops = (): string[] => [...target.querySelectorAll<HTMLElement>('[data-cell][tabindex="0"]')].map((cell) => cell.dataset.cell ?? '');
  expect(tabStops()).toEqual(['b16']);
  target.querySelector<HTMLElement>('[data-cell="g15"]')?.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(tabStops()).toEqual(['l15']);
  expect((document.activeElement as HTMLElement).dataset.cell).toBe('l15');
});

test('every chair of the whole floor is at least 56 pixels wide and high on a large screen', async () => {
  const target = await renderCafe(boardGame());
  for (const chair of target.querySelectorAll('.chair')) {
    const { width, height } = chair.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(56);
  }
});

test('points beside a chair cover no guest', async () => {
  const seated = Object.fromEntries(plan.seats.map((seat) => [seat, 'RUm']));
  const target = await renderCafe(boardGame({ seated }));
  const seats = [...target.querySelectorAll('.seat')].map((seat) => seat.querySelector('.guest')!.getBoundingClientRect());
  for (const cell of ['b16', 'c15', 'b14', 'p11', 'a2', 'j4', 'o1']) {
    const popup = { n: 1, cell, player: 1, events: [{ type: 'scored', table: 'b15', nation: 'ES', guests: 3, doubled: true, points: 6 }, { type: 'scored', table: 'b13', nation: 'IN', guests: 4, doubled: true, points: 8 }] };
    const shown = await renderCafe(boardGame({ seated }, { scorePopups: [popup] as unknown as BoardView['scorePopups'] }));
    const slip = shown.querySelector('.pill.rise')!.getBoundingClientRect();
    const frame = shown.getBoundingClientRect();
    const origin = target.getBoundingClientRect();
    const faces = seats.filter((seat) => {
      // The upper part of a tile, without the band and the edges.
      const face = { left: seat.left + seat.width * 0.25, right: seat.right - seat.width * 0.25, top: seat.top + seat.height * 0.08, bottom: seat.top + seat.height * 0.6 };
      const [left, top] = [slip.left - frame.left + origin.left, slip.top - frame.top + origin.top];
      return left < face.right && left + slip.width > face.left && top < face.bottom && top + slip.height > face.top;
    });
    expect([cell, faces.length]).toEqual([cell, 0]);
  }
});

test('the full names of a table and of its guests are shown where one looks', async () => {
  const target = await renderCafe(boardGame({ seated: { b16: 'ESf' } }));
  const label = (): string => target.querySelector('.label')?.textContent ?? '';
  await userEvent.hover(target.querySelector('[data-cell="b15"]')!);
  expect(label()).toBe('Spain3 free chairs');
  await userEvent.hover(target.querySelector('[data-cell="b16"]')!);
  expect(label()).toBe('Spanish ladySpain');
  await userEvent.hover(target.querySelector('[data-cell="b14"]')!);
  expect(label()).toBe('Spain and India');
  // Both tables of the chair are marked.
  expect([...target.querySelectorAll('.table.linked [data-table]')].map((table) => (table as HTMLElement).dataset.table)).toEqual(['b15', 'b13']);
});

test('a table without a free chair is marked', async () => {
  const seats = plan.seatsOf('b15');
  const target = await renderCafe(boardGame({ seated: Object.fromEntries(seats.map((seat) => [seat, 'ESf'])) }));
  expect([...target.querySelectorAll('.table.full [data-table]')].map((table) => (table as HTMLElement).dataset.table)).toEqual(['b15']);
});

test('the bar shows the bag, its next place and the guest who goes there', async () => {
  const target = await renderCafe(boardGame({ bar: ['USm'] }, { staged: { seats: {}, bar: 'GBm', points: 2, why: '', look: 0 } }));
  const bar = page.getByRole('group', { name: 'Bar' });
  await expect.element(bar.getByText('90 in the bag')).toBeVisible();
  await expect.element(bar.getByText('Next: +2')).toBeVisible();
  expect(target.querySelector<HTMLElement>('.previewed')?.dataset.cell).toBe('bar2');
});

test('coordinates stand around the blocks', async () => {
  const target = await renderCafe(boardGame({}, { coordinates: true }));
  expect([...target.querySelectorAll('.file')].map((file) => file.textContent).join('').length).toBe(7 + 5 + 5 + 7);
  for (const [selector, name] of [['.file', 'm'], ['.rank', '12']] as const) {
    const label = [...target.querySelectorAll(selector)].find((each) => each.textContent === name)!.getBoundingClientRect();
    const frame = target.getBoundingClientRect();
    expect(Math.min(label.left - frame.left, label.top - frame.top)).toBeGreaterThanOrEqual(8);
  }
});
