import { parseGuest as read } from '../../api/notation';
import { cup } from './cup';
import { traits } from './figures';
import { gentleman } from './gentleman';
import { lady } from './lady';
import { lettering } from './letters';
import { colours, travelling } from './nations';

/** Rays in the background. */
const rays = Array.from({ length: 9 }, (_, i) => {
  const a = ((i - 4) * Math.PI) / 9 - Math.PI / 2;
  return `M50 72L${(50 + 110 * Math.cos(a - 0.06)).toFixed(1)} ${(72 + 110 * Math.sin(a - 0.06)).toFixed(1)}L${(50 + 110 * Math.cos(a + 0.06)).toFixed(1)} ${(72 + 110 * Math.sin(a + 0.06)).toFixed(1)}z`;
}).join('');

/** The compass of a joker. */
const compass = (ink: string): string =>
  `<g transform="translate(26 103.500)" fill="${ink}"><circle r="13.500" fill="none" stroke="${ink}" stroke-width="1.800" /><path d="M0-11L3 0 0 11-3 0z" /><path d="M-11 0L0-2.500 11 0 0 2.500z" opacity=".6" /></g>`;

/** The outline shows the sex: an arch for ladies, cut corners for gentlemen. */
const edges = {
  f: 'M.7 47C.7 18.500 22.500.7 50 .7S99.300 18.500 99.300 47v67q0 9.300-9.300 9.300H10q-9.300 0-9.300-9.300z',
  m: 'M20.300.7h59.400l19.600 19.600V118q0 5.300-5.300 5.300H6q-5.300 0-5.300-5.300V20.300z',
} as const;

function draw(guest: string, look: number): string {
  const { code, joker, nation, sex } = read(guest);
  const { ground, accent, ink } = nation ? colours[nation] : travelling;
  const figure = sex === 'f' ? lady : gentleman;
  const parts = [
    `<g clip-path="url(#cafe-${sex === 'f' ? 'lady' : 'gentleman'})">`,
    '<path d="M0 0h100v84H0z" fill="url(#cafe-lamp)" />',
    `<path d="${rays}" fill="${ground}" opacity=".11" />`,
    figure(traits(code, look), accent),
    `<path d="M0 82h100v42H0z" fill="${ground}" />`,
    `<path d="M0 82h100v42H0z" fill="url(#cafe-weave-${joker ? 'JK' : nation})" />`,
    '<path d="M0 82h100v42H0z" fill="url(#cafe-shade)" />',
    `<path d="M0 79h100v4.500H0z" fill="${accent}" />`,
    '<path d="M0 83.500h100" stroke="#0003" stroke-width=".8" />',
    nation ? lettering(nation, { x: 9, y: 113, height: 19, ink }) : compass(ink),
    `<g color="${ink}" transform="translate(58 86.500) scale(1.06)">${cup(joker ? null : nation)}</g>`,
    `</g><path d="${edges[sex]}" class="edge" />`,
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
