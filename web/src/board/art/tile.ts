import { parseGuest as read } from '../../api/notation';
import { cup } from './cup';
import { traits } from './figures';
import { gentleman } from './gentleman';
import { lady } from './lady';
import { lettering } from './letters';
import { colours, travelling } from './nations';

/** The outline shows the sex: an arch for ladies, cut corners for gentlemen. */
const shapes = {
  f: {
    outline: 'M0 47C0 18 22 0 50 0s50 18 50 47v67q0 10-10 10H10q-10 0-10-10z',
    edge: 'M.7 47C.7 18.500 22.500.7 50 .7S99.300 18.500 99.300 47v67q0 9.300-9.300 9.300H10q-9.300 0-9.300-9.300z',
    band: 'M0 82h100v32q0 10-10 10H10q-10 0-10-10z',
    isInside: (x: number, y: number) => Math.abs(x - 50) < 49.5 && (y > 47 || ((x - 50) / 50) ** 2 + ((y - 47) / 47) ** 2 < 1),
  },
  m: {
    outline: 'M20 0h60l20 20v98q0 6-6 6H6q-6 0-6-6V20z',
    edge: 'M20.300.7h59.400l19.600 19.600V118q0 5.300-5.300 5.300H6q-5.300 0-5.300-5.300V20.300z',
    band: 'M0 82h100v36q0 6-6 6H6q-6 0-6-6z',
    isInside: (x: number, y: number) => Math.abs(x - 50) < 49.5 && y > 0.5 && Math.abs(x - 50) + 50 - y < 79.5,
  },
} as const;

/** Rays behind the figure, up to the outline. The browser would need a layer for each tile to cut them off. */
function rays(isInside: (x: number, y: number) => boolean): string {
  const end = (angle: number): string => {
    let [near, far] = [0, 110];
    while (far - near > 0.05) {
      const middle = (near + far) / 2;
      if (isInside(50 + middle * Math.cos(angle), 72 + middle * Math.sin(angle))) near = middle;
      else far = middle;
    }
    return `${(50 + near * Math.cos(angle)).toFixed(1)} ${(72 + near * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: 9 }, (_, i) => ((i - 4) * Math.PI) / 9 - Math.PI / 2)
    .map((angle) => `M50 72L${end(angle - 0.06)}L${end(angle)}L${end(angle + 0.06)}z`)
    .join('');
}
const raysOf = { f: rays(shapes.f.isInside), m: rays(shapes.m.isInside) } as const;

/** The compass of a joker. */
const compass = (ink: string): string =>
  `<circle cx="26" cy="103.500" r="13.500" fill="none" stroke="${ink}" stroke-width="1.800" /><path d="M26 92.500l3 11-3 11-3-11z" fill="${ink}" /><path d="M15 103.500l11-2.500 11 2.500-11 2.500z" fill="${ink}" fill-opacity=".6" />`;

/** Neither clips nor transforms nor group opacity: with them the browser would keep a layer for every part of every tile. */
function draw(guest: string, look: number): string {
  const { code, joker, nation, sex } = read(guest);
  const { ground, accent, ink } = nation ? colours[nation] : travelling;
  const figure = sex === 'f' ? lady : gentleman;
  const { outline, edge, band } = shapes[sex];
  const parts = [
    `<path d="${outline}" fill="url(#cafe-lamp)" />`,
    `<path d="${raysOf[sex]}" fill="${ground}" fill-opacity=".11" />`,
    figure(traits(code, look), accent),
    `<path d="${band}" fill="${ground}" />`,
    `<path d="${band}" fill="url(#cafe-weave-${joker ? 'JK' : nation})" />`,
    `<path d="${band}" fill="url(#cafe-shade)" />`,
    `<path d="M0 79h100v4.500H0z" fill="${accent}" />`,
    '<path d="M0 83.500h100" stroke="#0003" stroke-width=".8" />',
    nation ? lettering(nation, { x: 9, y: 113, height: 19, ink }) : compass(ink),
    `<g color="${ink}">${cup(joker ? null : nation, 58, 86.5, 1.06)}</g>`,
    `<path d="${edge}" class="edge" />`,
  ];
  return parts.join('');
}

const drawn = new Map<string, string>();

/**
 * The inside of an svg of 100 × 124 for a guest in notation (`RUm`, `JKf=ES`) and one of its four looks.
 * A string, since the browser parses it many times faster than components build it.
 */
export function tile(guest: string, look: number): string {
  const key = `${guest} ${look}`;
  const known = drawn.get(key) ?? draw(guest, look);
  drawn.set(key, known);
  return known;
}
