import { isNation } from '../../api/notation';
import { flag } from './flag';
import { lettering } from './letters';
import { colours, plainCloth } from './nations';

const marble =
  '<circle cx="60" cy="60" r="45.500" fill="#b98d3a" /><circle cx="60" cy="60" r="44.300" fill="url(#cafe-marble)" />' +
  '<g fill="none" stroke="#9c8a6b" stroke-linecap="round" stroke-opacity=".32"><path d="M24 48c12 2 14-8 24-12s14-2 18-12" stroke-width=".9" /><path d="M40 94c6-6 18-2 26-8s14-18 30-20" stroke-width=".8" /><path d="M82 32c-4 6 2 10 0 18M28 70c4 2 6 6 12 6" stroke-width=".6" /></g>';

/** Letters that can be read from afar, below the flag. Both are smaller where the name of the nation stands on a plate below them. */
const letters = {
  plain: { x: 60, y: 94, height: 21, middle: true, ink: '#3b2a1b' },
  named: { x: 60, y: 80, height: 18, middle: true, ink: '#3b2a1b' },
} as const;

/** The roundels of the flags. The shared definitions have a clip for each. */
export const roundels = {
  plain: { id: 'cafe-roundel', x: 60, y: 43, radius: 21 },
  named: { id: 'cafe-roundel-named', x: 60, y: 37.5, radius: 18 },
} as const;

/**
 * A round table in 120 × 120: marble, a cloth ring in the nation's colour and pattern, and unless it is face down its flag and letters.
 * `named` leaves room for a plate with the name of the nation.
 */
export function tableTop(word: string, cover: boolean, named = false): string {
  const nation = isNation(word) ? word : null;
  const layout = named ? 'named' : 'plain';
  const cloth = nation ? colours[nation] : plainCloth;
  return [
    '<circle cx="60" cy="60" r="58" fill="#c79a45" />',
    `<circle cx="60" cy="60" r="56.500" fill="${cloth.ground}" />`,
    nation ? `<circle cx="60" cy="60" r="56.500" fill="url(#cafe-weave-${nation})" />` : '',
    `<circle cx="60" cy="60" r="46.800" fill="none" stroke="${cloth.accent}" stroke-width="1.600" />`,
    marble,
    nation && !cover ? flag(nation, roundels[layout]) + lettering(nation, letters[layout]) : '',
  ].join('');
}
