import { moveDrawing } from './geometry';
import type { Nation } from '../../api/notation';

/** What each nation drinks and bakes, in 32 × 32. */
const cups: Record<Nation, string> = {
  // filter coffee, a slice of Black Forest cake
  DE: '<path d="M3 9h12v8a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z" /><path d="M15 11h1.500a2.500 2.500 0 0 1 0 5H15M7 6V4M11 6V4" /><path d="M16 27h14v-7l-14 3z" fill="currentColor" fill-opacity=".25" /><path d="M16 25.500h14" /><circle cx="24" cy="17.500" r="1.600" fill="currentColor" />',
  // a bowl of café au lait, a croissant
  FR: '<path d="M3 7h17c0 6-3 9-6 9H9c-3 0-6-3-6-9z" /><path d="M8 19h7" /><path d="M12 27c1-5 5-8 9-8s8 2 9 6c-2-1-4-1-5 0-2-2-5-2-7 0-2 0-4 1-6 2z" fill="currentColor" fill-opacity=".25" /><path d="M19 19.500l-1 5M25 20l0 5" />',
  // a teacup with its bag
  GB: '<path d="M5 10h18v5a8 8 0 0 1-8 8h-2a8 8 0 0 1-8-8z" /><path d="M23 12h2a3.500 3.500 0 0 1 0 7h-3M3 27h22" /><path d="M17 10v5h4v4h-5v-4" stroke-width="1.600" />',
  // espresso
  IT: '<path d="M8 13h13v4a6 6 0 0 1-6 6h-1a6 6 0 0 1-6-6z" /><path d="M21 14.500h2a2.500 2.500 0 0 1 0 5h-2.500M5 27h19" /><path d="M12 9c-1.500-2 1.500-3 0-5M17 9c-1.500-2 1.500-3 0-5" />',
  // cortado in a glass, churros
  ES: '<path d="M4 8h12l-1.500 18h-9z" /><path d="M4.700 15h10.600" /><path d="M19 26l3-18M24 26l3-16" stroke-width="3.400" /><path d="M20 12.500l2 .5M19.500 17l2 .5M19 21l2 .5" stroke-width="1" />',
  // a tulip glass of çay
  TR: '<path d="M10 4c0 5 2 6 2 10 0 3-3 4-3 7 0 3 2 4 4 4h6c2 0 4-1 4-4 0-3-3-4-3-7 0-4 2-5 2-10z" /><path d="M11 9h10" /><path d="M5 28.500h22" /><path d="M26 22l3-3" />',
  // a tea glass in its holder
  RU: '<path d="M9 4h13v7H9z" /><path d="M8 11h15v13a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2z" fill="currentColor" fill-opacity=".2" /><path d="M23 14h2a4 4 0 0 1 0 8h-2M12 15l3.500 3.500L19 15M12 22.500l3.500-4 3.500 4M5 29h21" />',
  // a diner mug, a doughnut
  US: '<path d="M3 6h12v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" /><path d="M15 9h2a3 3 0 0 1 0 8h-2M3 10h12" /><circle cx="23.500" cy="23" r="6" fill="currentColor" fill-opacity=".2" /><circle cx="23.500" cy="23" r="1.800" />',
  // cafecito from the stove pot
  CU: '<path d="M8 4h10l2 9H6zM6 13h14l2 13H4z" /><path d="M18 5l5 3M20 15h5v8h-4M11 2.500h4" /><path d="M9 17l1 5M17 17l-1 5" stroke-width="1.400" />',
  // a gaiwan
  CN: '<path d="M6 14h20c0 7-4 11-8 11h-4c-4 0-8-4-8-11z" /><path d="M8 11c1-4 4-5 8-5s7 1 8 5zM14 6c0-3 4-3 4 0M4 28.500h24" /><path d="M12 18c2 2 6 2 8 0" stroke-width="1.400" />',
  // masala chai in clay
  IN: '<path d="M7 9h17l-3 17H10z" fill="currentColor" fill-opacity=".2" /><path d="M6 9h19M8.200 14h14.600M9 19h13" /><path d="M12 5.500c-1.500-1.500 1-2 0-4M17 5.500c-1.500-1.500 1-2 0-4" /><path d="M27 25l2-6 1.500 6z" stroke-width="1.400" />',
  // coffee blossom and berries
  CF: '<path d="M6 28C9 18 15 10 26 4" /><path d="M12 18c-5 0-8-3-9-7 5 0 8 2 9 7zM19 10c0-4-2-6-5-8-1 4 0 7 5 8z" fill="currentColor" fill-opacity=".25" /><circle cx="18" cy="18" r="2.800" fill="currentColor" /><circle cx="23" cy="21" r="2.800" fill="currentColor" /><circle cx="23" cy="14" r="2.800" />',
};

/** A traveller's suitcase full of stickers. */
const suitcase = '<path d="M3 11h26v16H3zM12 11V7h8v4" /><circle cx="10" cy="18" r="3" fill="currentColor" fill-opacity=".4" /><path d="M17 15h7v4h-7zM16 24l3-2 3 2" stroke-width="1.400" />';

/** The cup of a nation, or a suitcase, in the colour of the text: 32 × 32 units of this scale, from the given point. */
export function cup(nation: Nation | null, x = 0, y = 0, scale = 1): string {
  const drawn = joinPaths(nation ? cups[nation] : suitcase);
  return moveDrawing(`<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`, x, y, scale);
}

/** All lines without a style of their own as one path: fewer elements to draw. */
function joinPaths(svg: string): string {
  let joined = '';
  const others = svg.replaceAll(/<path d="([^"]*)" \/>/g, (_, path: string) => {
    joined += path;
    return '';
  });
  return `<path d="${joined}" />${others}`;
}
