import { moveDrawing } from './geometry';
import type { Nation } from '../../api/notation';

const white = '#f8f4ea';

const star = (x: number, y: number, r: number): string => {
  let d = '';
  for (let i = 0; i < 10; i += 1) {
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    const reach = i % 2 === 0 ? r : r * 0.4;
    d += `${i === 0 ? 'M' : 'L'}${(x + reach * Math.cos(angle)).toFixed(2)} ${(y + reach * Math.sin(angle)).toFixed(2)}`;
  }
  return `${d}z`;
};
const stars = (at: readonly (readonly [number, number])[], r: number): string => at.map(([x, y]) => star(x, y, r)).join('');
const spokes = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6)
  .map((angle) => `M30 20l${(5 * Math.cos(angle)).toFixed(2)} ${(5 * Math.sin(angle)).toFixed(2)}`)
  .join('');

const flags: Record<Nation, string> = {
  DE: '<path d="M0 0h60v14H0z" fill="#2b2826" /><path d="M0 13.300h60v13.400H0z" fill="#cf3a35" /><path d="M0 26.700h60V40H0z" fill="#ecbb43" />',
  FR: `<path d="M0 0h24v40H0z" fill="#2b4c93" /><path d="M24 0h12v40H24z" fill="${white}" /><path d="M36 0h24v40H36z" fill="#d3423f" />`,
  GB: `<path d="M0 0h60v40H0z" fill="#26386b" /><path d="M0 0l60 40M60 0L0 40" stroke="${white}" stroke-width="8" /><path d="M0 0l60 40M60 0L0 40" stroke="#c8344a" stroke-width="3" /><path d="M30 0v40M0 20h60" stroke="${white}" stroke-width="13" /><path d="M30 0v40M0 20h60" stroke="#c8344a" stroke-width="7" />`,
  IT: `<path d="M0 0h24v40H0z" fill="#2c8152" /><path d="M24 0h12v40H24z" fill="${white}" /><path d="M36 0h24v40H36z" fill="#cf4440" />`,
  ES: '<path d="M0 0h60v40H0z" fill="#b8322c" /><path d="M0 10h60v20H0z" fill="#eeb83e" />',
  TR: `<path d="M0 0h60v40H0z" fill="#cf3341" /><path d="M31 12a10 10 0 1 0 0 16 8.200 8.200 0 1 1 0-16z" fill="${white}" /><path d="${star(36.500, 20, 5)}" fill="${white}" />`,
  RU: `<path d="M0 0h60v14H0z" fill="${white}" /><path d="M0 13.300h60v13.400H0z" fill="#3a62a4" /><path d="M0 26.700h60V40H0z" fill="#cf4440" />`,
  US: `<path d="M0 0h60v40H0z" fill="${white}" /><path d="${[0, 2, 4, 6].map((i) => `M0 ${i * 5.714}h60v5.714H0z`).join('')}" fill="#c23a45" /><path d="M0 0h31v22.900H0z" fill="#2d4173" /><path d="${stars([[15, 7], [23, 7], [15, 15], [23, 15]], 3.200)}" fill="${white}" />`,
  CU: `<path d="M0 0h60v40H0z" fill="${white}" /><path d="M0 0h60v8H0zM0 16h60v8H0zM0 32h60v8H0z" fill="#2c52a0" /><path d="M8 -4l28 24L8 44z" fill="#cc3a3f" /><path d="${star(20, 20, 6)}" fill="${white}" />`,
  CN: `<path d="M0 0h60v40H0z" fill="#c92a2f" /><path d="${star(23, 17, 7.500)}" fill="#f3cb4e" /><path d="${stars([[33, 8], [37.500, 13.500], [37.500, 20.500], [33, 26]], 2.600)}" fill="#f3cb4e" />`,
  IN: `<path d="M0 0h60v14H0z" fill="#e58b34" /><path d="M0 13.300h60v13.400H0z" fill="${white}" /><path d="M0 26.700h60V40H0z" fill="#2a7c4c" /><g stroke="#2b3f86" fill="none"><circle cx="30" cy="20" r="5" stroke-width="1.300" /><path d="${spokes}" stroke-width=".6" /></g>`,
  CF: `<path d="M0 0h60v10H0z" fill="#274b9a" /><path d="M0 10h60v10H0z" fill="${white}" /><path d="M0 20h60v10H0z" fill="#3c8a4c" /><path d="M0 30h60v10H0z" fill="#edc740" /><path d="M26 0h8v40h-8z" fill="#c9353d" /><path d="${star(18, 6.500, 4)}" fill="#edc740" />`,
};

/** A flag, drawn in 60 × 40, of which a roundel of the shared definitions shows the middle. */
export function flag(nation: Nation, { id, x, y, radius }: { id: string; x: number; y: number; radius: number }): string {
  const scale = radius / 20;
  const drawn = moveDrawing(flags[nation], x - 30 * scale, y - 20 * scale, scale);
  return `<g clip-path="url(#${id})">${drawn}</g><circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#c79a45" stroke-width="2.200" />`;
}
