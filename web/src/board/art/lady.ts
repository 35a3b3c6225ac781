import type { Drawing } from './figures';

/** Behind the head. */
const hair: readonly Drawing[] = [
  (of) => `<path d="M33 37c-1-16 7-22 17-22s18 6 17 22c0 8-1 13-4 16-4 1-5-2-5-5H42c0 3-1 6-5 5-3-3-4-8-4-16z" fill="${of.hair}" />`,
  (of) => `<path d="M34 36c-1-15 6-21 16-21s17 6 16 21c0 5 2 7 1 11-2 4-6 5-9 3H42c-3 2-7 1-9-3-1-4 1-6 1-11z" fill="${of.hair}" /><path d="M34 43c2 2 4 2 5 1M66 43c-2 2-4 2-5 1" stroke="#ffffff40" fill="none" />`,
  (of) => `<path d="M35 38c-1-16 6-23 15-23s16 7 15 23l-2 8H37z" fill="${of.hair}" /><circle cx="64" cy="46" r="6.5" fill="${of.hair}" />`,
  (of) => `<path d="M32 38c-1-17 8-23 18-23s19 6 18 23c0 10 3 17 0 24-3 3-8 2-10-2H42c-2 4-7 5-10 2-3-7 0-14 0-24z" fill="${of.hair}" />`,
];

const neckwear: readonly Drawing[] = [
  (of) => `<path d="M41 59.500c2 8 6 12 9 12s7-4 9-12c-2-.8-3-.8-3.500-.5-1 4-3 7-5.500 7s-4.500-3-5.500-7c-.5-.3-1.500-.3-3.500.5z" fill="${of.skin}" /><path d="M41.500 61c2 8 5.500 11 8.500 11s6.500-3 8.500-11" fill="none" stroke="#fffaf0" stroke-width="2.400" stroke-dasharray=".1 3" stroke-linecap="round" />`,
  () => `<path d="M30 64c7-6 12-5 20 8 8-13 13-14 20-8 2 6-5 12-12 18H42c-7-6-14-12-12-18z" fill="#e9dcc3" /><path d="M36 66c4-1 8 3 11 8M64 66c-4-1-8 3-11 8" fill="none" stroke="#b9a37c" stroke-width="1.200" />`,
  (_, accent) => `<path d="M39 60c3 5 7 7 11 7s8-2 11-7c3 1 4 4 3 6-4 5-9 7-14 7s-10-2-14-7c-1-2 0-5 3-6z" fill="${accent}" /><path d="M53 71l8 9-9 2-4-10z" fill="${accent}" /><path d="M53 72l4 8" stroke="#0003" fill="none" />`,
  (_, accent) => `<path d="M38 60.500l12 15 12-15-4.500-1.500-7.500 9-7.500-9z" fill="#fffaf0" /><circle cx="50" cy="77" r="1.600" fill="${accent}" />`,
];

const hats: readonly Drawing[] = [
  // cloche
  (of, accent) => `<path d="M34 35c-2-16 6-25 16-25s18 9 16 25c-1 3-3 2-4 0-3-5-21-6-24 0-1 2-3 3-4 0z" fill="${of.coat}" /><path d="M34.500 28.500c8-4.500 23-4.500 31 0l.7 5c-9-5-23.500-5-32.400 0z" fill="${accent}" /><circle cx="62" cy="29" r="3.800" fill="${accent}" /><circle cx="62" cy="29" r="1.500" fill="#fff6dc" />`,
  // wide brim
  (_, accent) => `<path d="M37.500 27c0-11 5-17 12.500-17s12.500 6 12.500 17z" fill="#efe0c0" /><path d="M37.300 23h25.400l.3 4.500H37z" fill="${accent}" /><path d="M24 31c3-6 49-8 52-1 1 3-3 3-7 2-11-3-27-2.500-38 1-4 1-8 1-7-2z" fill="#e4d1aa" />`,
  // evening band with a brooch
  (of, accent) => `<path d="M37 34c0-11 5-17 13-17s13 6 13 17c-3-5-6-8-9-9-6 3-12 4-17 9z" fill="${of.hair}" /><path d="M36.500 28c8-4 19-4 27 0l.4 2.600c-9-4.300-18.800-4.300-27.800 0z" fill="${accent}" /><circle cx="41" cy="27.500" r="3.400" fill="#e8c987" /><circle cx="41" cy="27.500" r="1.400" fill="#fff6dc" />`,
  // beret
  (of, accent) => `<path d="M37.500 33c1-6 4-9 8-10 6-1 13 2 17 10 0-8-4-13-12-13s-13 5-13 13z" fill="${of.hair}" /><path d="M32 25c-3-9 8-16 21-14 11 1 17 7 14 12-2 4-8 2-15 2-8 0-12 5-20 0z" fill="${accent}" /><path d="M52 11l1-3" stroke="${accent}" stroke-width="2" stroke-linecap="round" />`,
  // finger waves
  (of, accent) => `<path d="M36.500 37c-1.500-14 5-21 13.500-21s15 7 13.500 21c-2-3-2-6-4-8-4 1-6-1-8-3-3 4-9 4-12 5-1 1-2 4-3 6z" fill="${of.hair}" /><path d="M40 26c4 1 6-2 10-2s6 3 10 2M39 30c3 0 5-2 8-3" fill="none" stroke="#ffffff3a" stroke-width="1.300" /><path d="M61 25l3 3" stroke="${accent}" stroke-width="2.600" stroke-linecap="round" />`,
  // turban
  (_, accent) => `<path d="M35.500 32c-2-13 5-21 14.500-21s16.500 8 14.500 21c-8-6-21-6-29 0z" fill="${accent}" /><path d="M36 27c8 1 14-5 15-15M64 27c-8 1-13-5-14-15M35.600 31c9-2 20-2 28.800 0" fill="none" stroke="#0003" stroke-width="1.300" /><circle cx="50" cy="22" r="2.800" fill="#e8c987" stroke="#0003" stroke-width=".6" />`,
];

const glasses = '<g fill="#ffffff2e" stroke="#2c1a12" stroke-width="1.100"><circle cx="44.500" cy="36.500" r="4.200" /><circle cx="55.500" cy="36.500" r="4.200" /><path d="M48.700 36.500h2.600" /></g>';
const earrings = '<circle cx="37.400" cy="44" r="1.700" fill="#e8c987" /><circle cx="62.600" cy="44" r="1.700" fill="#e8c987" />';

/** The face, with few lines. */
const face: Drawing = (of) =>
  [
    `<path d="M37.500 35c0-9 5-15 12.500-15s12.500 6 12.500 15c0 10-6 18.500-12.500 18.500S37.500 45 37.500 35z" fill="${of.skin}" />`,
    `<path d="M51 21c7 1 11.500 6.500 11.500 14 0 10-6 18.500-12.500 18.500 6-6 7-22 1-32.500z" fill="${of.shade}" fill-opacity=".32" />`,
    '<g fill="none" stroke="#2c1a12" stroke-linecap="round">',
    '<path d="M42 36.500c1.500 1.300 3.500 1.300 4.800.2M53.200 36.700c1.300 1.100 3.300 1.100 4.800-.2" stroke-width="1.500" />',
    '<path d="M41.500 32.500c1.500-1.400 3.800-1.500 5.200-.7M53.300 31.800c1.400-.8 3.700-.7 5.200.7" stroke-width="1" stroke-opacity=".7" />',
    '<path d="M50 38.500c.6 1.500.8 2.600-.6 3.400" stroke-width="1" stroke-opacity=".5" />',
    '</g>',
    '<path d="M46.600 46c1.200-1 2.400-1.200 3.400-.6 1-.6 2.200-.4 3.400.6-1 1.700-2.200 2.400-3.400 2.400s-2.400-.7-3.400-2.400z" fill="#a3372f" />',
    `${of.glasses ? glasses : ''}${of.earrings ? earrings : ''}`,
  ].join('');

const coat: Drawing = (of) =>
  [
    `<path d="M14 82c1-14 10-19 25-22h22c15 3 24 8 25 22z" fill="${of.coat}" />`,
    `<path d="M44.500 50h11v10c0 4-2.500 7-5.500 7s-5.500-3-5.500-7z" fill="${of.shade}" />`,
  ].join('');

/** Returns the SVG of a woman's upper body, in a box of 100 × 82. */
export const lady: Drawing = (of, accent) => [hair[of.style], coat, neckwear[of.neckwear], face, hats[of.hat]].map((part) => part?.(of, accent) ?? '').join('');
