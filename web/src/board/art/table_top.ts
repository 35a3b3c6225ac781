import { isNation } from '../../api/notation';
import { flag } from './flag';
import { lettering } from './letters';
import { colours, plainCloth } from './nations';

const marble =
  '<circle cx="60" cy="60" r="45.500" fill="#b98d3a" /><circle cx="60" cy="60" r="44.300" fill="url(#cafe-marble)" />' +
  '<g fill="none" stroke="#9c8a6b" stroke-linecap="round" opacity=".32"><path d="M24 48c12 2 14-8 24-12s14-2 18-12" stroke-width=".9" /><path d="M40 94c6-6 18-2 26-8s14-18 30-20" stroke-width=".8" /><path d="M82 32c-4 6 2 10 0 18M28 70c4 2 6 6 12 6" stroke-width=".6" /></g>';

/** A round table in 120 × 120: marble, a cloth ring in the nation's colour and pattern, and unless it is face down its flag and letters. */
export function tableTop(word: string, cover: boolean): string {
  const nation = isNation(word) ? word : null;
  const cloth = nation ? colours[nation] : plainCloth;
  return [
    '<circle cx="60" cy="60" r="58" fill="#c79a45" />',
    `<circle cx="60" cy="60" r="56.500" fill="${cloth.ground}" />`,
    nation ? `<circle cx="60" cy="60" r="56.500" fill="url(#cafe-weave-${nation})" />` : '',
    `<circle cx="60" cy="60" r="46.800" fill="none" stroke="${cloth.accent}" stroke-width="1.600" />`,
    marble,
    nation && !cover ? `<g transform="translate(35 24) scale(1.250)">${flag(nation)}</g>${lettering(nation, { x: 60, y: 95, height: 12, middle: true, ink: '#4a3827' })}` : '',
  ].join('');
}
