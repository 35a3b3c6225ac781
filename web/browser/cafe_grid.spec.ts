import { boardTables, cellPosition, floorPlanOf, inReadingOrder } from '../src/game/floor_plan';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

/** A node of Chromium's accessibility tree. */
interface Node {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  childIds?: string[];
}

test('screen readers find the café as a grid, in the order of the plan', async ({ page }) => {
  await openPreparedGame(page, 'board');
  await new Player(page).turn();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  // Nodes without a meaning of their own are skipped, as screen readers do.
  const children = (node: Node): Node[] => (node.childIds ?? []).flatMap((id) => ((child) => (!child ? [] : child.ignored || child.role?.value === 'generic' || child.role?.value === 'none' ? children(child) : [child]))(byId.get(id)));

  const grid = nodes.find((node) => node.role?.value === 'grid');
  expect(grid?.name?.value).toBe('Tables and chairs');
  const rows = children(grid!);
  expect(new Set(rows.map((row) => row.role?.value))).toEqual(new Set(['row']));
  const cells = rows.map((row) => children(row));
  expect(new Set(cells.flat().map((cell) => cell.role?.value))).toEqual(new Set(['gridcell']));
  const controls = cells.map((row) => row.flatMap((cell) => children(cell)));
  expect(new Set(controls.flat().map((control) => control.role?.value))).toEqual(new Set(['button']));

  const plan = floorPlanOf(boardTables);
  const names = controls.flat().map((control) => /\b[a-p]\d+\b/.exec(control.name?.value ?? '')?.[0]);
  expect(names).toEqual(inReadingOrder([...plan.tables, ...plan.seats], plan.size));
  // Every row of the tree is one row of the plan.
  expect(controls.map((row) => new Set(row.map((control) => cellPosition(/\b[a-p]\d+\b/.exec(control.name?.value ?? '')?.[0] ?? '', plan.size).row)).size)).toEqual(rows.map(() => 1));
});

test('arrow keys move by the plan, and the screen follows', async ({ page }) => {
  await openPreparedGame(page, 'board');
  const me = new Player(page);
  await me.turn();
  await me.chair('g13').focus();
  await page.keyboard.press('ArrowRight');
  await expect(me.chair('l13')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(me.chair('l11')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(me.chair('m12')).toBeFocused();
  await expect(page.locator('.frame .label')).toContainText('Cuba and Great Britain');
});
