import type { Drawing } from './figures';

const neckwear: readonly Drawing[] = [
  (_, accent) => `<path d="M42 65l8 3.500 8-3.500v8l-8-3-8 3z" fill="${accent}" /><circle cx="50" cy="69.200" r="1.900" fill="#0003" />`,
  (_, accent) => `<path d="M47.500 66.500h5l1 3-2 2.500 2 10h-7l2-10-2-2.500z" fill="${accent}" />`,
  (_, accent) => `<path d="M40 60c3 5 6 7 10 7s7-2 10-7c2 2 2 5 1 8-3 3-7 5-11 5s-8-2-11-5c-1-3-1-6 1-8z" fill="${accent}" /><path d="M44 71c4 2 8 2 12 0" stroke="#0003" fill="none" />`,
  (_, accent) => `<path d="M43 70h14l-3 12h-8z" fill="${accent}" fill-opacity=".85" /><g fill="#fff8"><circle cx="50" cy="74" r=".9" /><circle cx="50" cy="78" r=".9" /></g>`,
];

const hats: readonly Drawing[] = [
  // fedora
  (of, accent) => `<path d="M37 26c0-11 3-17 8-17 2 0 3 1.500 5 1.500S53 9 55 9c5 0 8 6 8 17z" fill="${of.coat}" /><path d="M36.800 21.500h26.400l.3 5h-27z" fill="${accent}" /><path d="M26 28c3-3 45-3 48 0 2 2 0 4-4 3.500-12-2-28-2-40 0-4 .5-6-1.500-4-3.500z" fill="${of.coat}" />`,
  // bowler
  (_, accent) => `<path d="M37 27c-1-12 4-18 13-18s14 6 13 18z" fill="#2c2220" /><path d="M41 20c1-5 4-8 8-8" stroke="#ffffff33" stroke-width="1.600" fill="none" stroke-linecap="round" /><path d="M36.800 23h26.400v3.500H36.800z" fill="${accent}" /><path d="M30 27c4 2.500 36 2.500 40 0 2 2-1 5-5 5-10-1.500-20-1.500-30 0-4 0-7-3-5-5z" fill="#2c2220" />`,
  // flat cap
  (of, accent) => `<path d="M34 27c-2-9 7-15 18-14 9 0 15 5 14 12-9-3-21-3-32 2z" fill="${of.coat}" /><path d="M36 26c9-4 20-4.500 29-1.500 2 3-1 5-5 4.500-9-2-16-1-22 1-3 .5-4-2-2-4z" fill="${accent}" /><circle cx="51" cy="13" r="1.500" fill="${accent}" />`,
  // boater
  (_, accent) => `<path d="M38 12h24l1 15H37z" fill="#efe0b8" /><path d="M37.400 19h25.200l.4 6H37z" fill="${accent}" /><path d="M28 26h44c3 0 3 5 0 5H28c-3 0-3-5 0-5z" fill="#e2cd9a" /><path d="M30 28.500h40" stroke="#b99b5c" stroke-width=".8" />`,
  // bareheaded
  (of) => (of.style === 0 ? `<path d="M36.600 36c-1.600-13 4-20 14-20s14.500 7 12.800 20c-1-3-1.700-5-2.600-7-7 0-13-2-17-5-2 3-5 6-7.200 12z" fill="${of.hair}" /><path d="M43 22c5 3 11 5 17 5" stroke="#ffffff33" fill="none" stroke-width="1.200" />` : `<path d="M36.400 36c-2-12 3-21 13.600-21s15.600 9 13.600 21c-1-2-1.400-5-2.600-8-6-3-16-3-22 0-1.200 3-1.600 6-2.600 8z" fill="${of.hair}" />`),
  // homburg with a dent
  (_, accent) => `<path d="M38 26l-1-13c4-4 9-1 13-1s9-3 13 1l-1 13z" fill="#5b5048" /><path d="M37.600 20.500h24.800l-.2 5.500H37.800z" fill="${accent}" /><path d="M28 25c2 4 42 4 44 0 4 3 0 7-6 7-10-1.500-22-1.500-32 0-6 0-10-4-6-7z" fill="#5b5048" />`,
];

const coat: Drawing = (of) =>
  [
    `<path d="M9 82c1-15 12-20 29-23h24c17 3 28 8 29 23z" fill="${of.coat}" />`,
    `<path d="M43.500 49h13v12l-6.500 6-6.500-6z" fill="${of.shade}" />`,
    '<path d="M41 58l9 8.500 9-8.500 3 2-7 22h-10l-7-22z" fill="#fffaf0" />',
    `<path d="M41 58.500l-4 1.500-2 8 9 14zM59 58.500l4 1.500 2 8-9 14z" fill="${of.coat}" />`,
    '<path d="M37 60l-2 8 5 2-1.500 2 5.500 10M63 60l2 8-5 2 1.500 2L56 82" fill="none" stroke="#ffffff2b" stroke-width="1" />',
  ].join('');

const fullBeard: Drawing = (of) => `<path d="M37 38c1 4 3 5 5 5 2-2 5-3 8-2.500 3-.5 6 .5 8 2.500 2 0 4-1 5-5 1 11-4 21-13 21s-14-10-13-21z" fill="${of.hair}" />`;
const goatee: Drawing = (of) => `<path d="M44 49c3 3 9 3 12 0 1 6-3 10-6 10s-7-4-6-10z" fill="${of.hair}" />`;
const moustache: Drawing = (of) => `<path d="M43.500 45.500c1.500-2.500 5-3.300 6.500-1.700 1.500-1.600 5-.8 6.500 1.700-2 .9-5 .9-6.500-.3-1.500 1.200-4.500 1.200-6.500.3z" fill="${of.hair}" />`;
const lips: Drawing = () => '<path d="M46.500 47.300c2 1.300 5 1.300 7 0-1 2-2 2.700-3.500 2.700s-2.500-.7-3.500-2.700z" fill="#7c3026" />';
const smile = '<path d="M46.800 47.400c2 1.200 4.400 1.200 6.400 0" stroke-width="1.300" stroke="#7c3026" />';
const glasses = '<g fill="#ffffff2e" stroke="#2c1a12" stroke-width="1.200"><circle cx="44.500" cy="36.500" r="4.400" /><circle cx="55.500" cy="36.500" r="4.400" /><path d="M48.900 36.500h2.200M40 36l-3-.8M60 36l3-.8" /></g>';

const none: Drawing = () => '';
/** Beards by number: none, moustache, full beard, goatee. */
const chins: readonly Drawing[] = [none, none, fullBeard, goatee];
const mouths: readonly Drawing[] = [none, moustache, lips, moustache];

const face: Drawing = (of, accent) =>
  [
    `<circle cx="36.800" cy="38" r="2.600" fill="${of.shade}" /><circle cx="63.200" cy="38" r="2.600" fill="${of.shade}" />`,
    `<path d="M37 32c0-8 5-13 13-13s13 5 13 13v8c0 8-5 14.500-13 14.500S37 48 37 40z" fill="${of.skin}" />`,
    `<path d="M51 19.500c7 .5 12 5.500 12 12.500v8c0 8-5 14.500-13 14.500 6-5 7-25 1-35z" fill="${of.shade}" fill-opacity=".3" />`,
    chins[of.beard]?.(of, accent) ?? '',
    '<g fill="none" stroke="#2c1a12" stroke-linecap="round">',
    '<path d="M42.500 36.200c1.400 1 3 1 4.200.1M53.300 36.300c1.200.9 2.800.9 4.200-.1" stroke-width="1.600" />',
    '<path d="M41.500 32.400c1.700-1 3.800-1 5.400-.2M53.100 32.200c1.600-.8 3.700-.8 5.400.2" stroke-width="1.500" stroke-opacity=".75" />',
    '<path d="M50.200 37.500c.8 2 1 3.300-.8 4.100" stroke-width="1.100" stroke-opacity=".55" />',
    `${chins[of.beard] === fullBeard ? '' : smile}</g>`,
    `${mouths[of.beard]?.(of, accent) ?? ''}${of.glasses ? glasses : ''}`,
  ].join('');

/** The hair that is visible below a hat. */
const temples: Drawing = (of) => `<path d="M36.800 37c-.6-4 0-9 1-11h24.400c1 2 1.600 7 1 11l-1.700-6h-23z" fill="${of.hair}" />`;
const BAREHEADED = 4;

/** Returns the SVG of a man's upper body, in a box of 100 × 82. */
export const gentleman: Drawing = (of, accent) => [coat, neckwear[of.neckwear], face, of.hat === BAREHEADED ? none : temples, hats[of.hat]].map((part) => part?.(of, accent) ?? '').join('');
