import { movePath } from './geometry';

/** Capital letters as stroke paths, each with its width: height 20, stroke width 4. Paths, because the browser would lay out a text for every guest. */
const letters: Readonly<Record<string, readonly [width: number, path: string]>> = {
  B: [13.5, 'M0 2H6.800A3.900 3.900 0 0 1 6.800 9.800H2M6.800 9.800H7.400A4.100 4.100 0 0 1 7.400 18H0M2 2V18'],
  C: [16.5, 'M15.300 4.200A8 8 0 1 0 15.300 15.800'],
  D: [16, 'M0 2H6A8 8 0 0 1 6 18H0M2 2V18'],
  E: [11.5, 'M11.500 2H2V18H11.500M2 10H10.300'],
  F: [11, 'M11 2H2V20M2 10.500H9.800'],
  G: [19, 'M15.600 4.400A8 8 0 1 0 17.600 11.200H10.500'],
  I: [4, 'M2 0V20'],
  J: [9, 'M0 17A4.200 4.200 0 0 0 7 14V0'],
  K: [13.5, 'M2 0V20M12 0L3 10.500M5.500 8L12.500 20'],
  N: [16, 'M2 20V2.500L14 17.500V0'],
  R: [13.5, 'M2 20V2H6.800A4.700 4.700 0 0 1 6.800 11.400H2M6.800 11.400L12 20'],
  S: [12, 'M10.400 4.800C9.600 3 8 2 6.200 2 3.900 2 2.200 3.500 2.200 5.700 2.200 8.200 4.200 9 6.400 9.900 8.800 10.900 10.600 11.900 10.600 14.300 10.600 16.500 8.900 18 6.400 18 4 18 2.200 16.900 1.300 14.700'],
  T: [13, 'M0 2H13M6.500 2V20'],
  U: [14.5, 'M2 0V12.300A5.250 5.700 0 0 0 12.500 12.300V0'],
};

const GAP = 2.6;

/** Returns the SVG of a word: `height` high, with its baseline at `y` and its left edge or its centre at `x`. */
export function lettering(word: string, at: { x: number; y: number; height: number; middle?: boolean; ink: string }): string {
  const scale = at.height / 20;
  const widths = [...word].map((letter) => letters[letter]?.[0] ?? 0);
  const width = widths.reduce((sum, wide) => sum + wide, (word.length - 1) * GAP);
  let left = at.middle ? at.x - (width / 2) * scale : at.x;
  let path = '';
  for (const letter of word) {
    const [wide, drawn] = letters[letter] ?? [0, ''];
    path += movePath(drawn, left, at.y - at.height, scale);
    left += (wide + GAP) * scale;
  }
  return `<path class="letters" d="${path}" fill="none" stroke="${at.ink}" stroke-width="${4 * scale}" />`;
}
