import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { strokes } from '../board/art/strokes';
import { chartScale } from '../game/turns';
import { render } from '../testing/render';
import LineChart from './LineChart.svelte';

const NAME = 'Points over the turns';
const chartOf = (steps: number[][]) => ({ steps, styles: strokes, scale: chartScale(steps), label: NAME });

const lines = [
  [0, 0, 0],
  [8, 0, 0],
  [8, 14, 0],
  [8, 14, 21],
  [30, 14, 21],
  [18, 12, -7],
];

test('lines end at the final points on the labelled scale', async () => {
  await render(LineChart, chartOf(lines));
  const chart = page.getByRole('img', { name: NAME }).element();
  expect(lineEnds(chart).map(Math.round)).toEqual(lines.at(-1));
});

test('lines differ in dashes and end marks, not only in colour', async () => {
  await render(LineChart, chartOf(lines));
  const chart = page.getByRole('img', { name: NAME }).element();
  const distinct = (selector: string, attribute: string): number => new Set([...chart.querySelectorAll(selector)].map((element) => element.getAttribute(attribute))).size;
  expect(distinct('[data-course]', 'stroke-dasharray')).toBe(3);
  expect(distinct('.end path', 'd')).toBe(3);
});

test('lines that end at the same points have end marks side by side', async () => {
  await render(LineChart, chartOf([[0, 0], [10, 0], [20, 20]]));
  const chart = page.getByRole('img', { name: NAME }).element();
  const [first, second] = [...chart.querySelectorAll('.end')].map((end) => end.getBoundingClientRect());
  expect(Math.abs((first?.left ?? 0) - (second?.left ?? 0))).toBeGreaterThanOrEqual((first?.width ?? 0) / 2);
});

/** The points at the end of each line, measured against the labels of the scale. */
function lineEnds(chart: Element): number[] {
  const centre = (element: Element): number => ((box) => box.top + box.height / 2)(element.getBoundingClientRect());
  const labels = [...chart.querySelectorAll('.mark')].map((label) => ({ points: Number((label.textContent ?? '').replace('−', '-')), at: centre(label) }));
  const [top, zero] = [labels[0], labels.find((label) => label.points === 0)];
  if (!top || !zero) throw new Error('the scale has no labels');
  return [...chart.querySelectorAll<SVGPathElement>('[data-course]')].map((line) => {
    const end = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM() ?? undefined);
    return ((zero.at - end.y) / (zero.at - top.at)) * top.points;
  });
}
