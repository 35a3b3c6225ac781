import { hash } from '../../game/hash';

/** Features that distinguish the drawings. The fashion is that of 1926, the same for every nation. */
export interface Traits {
  skin: string;
  shade: string;
  hair: string;
  coat: string;
  hat: number;
  style: number;
  neckwear: number;
  glasses: boolean;
  beard: number;
  earrings: boolean;
}

/** Returns the SVG markup of a guest with these features, in the colour of the nation. */
export type Drawing = (of: Traits, accent: string) => string;

const skins = [
  ['#f4dcc4', '#dfb795'],
  ['#eac7a2', '#cfa076'],
  ['#d9ab7f', '#b98556'],
  ['#bd855a', '#9a643c'],
  ['#93603d', '#734629'],
  ['#6f4630', '#53321f'],
] as const;
const hairs = ['#2a1c15', '#4b2f1e', '#7c4b27', '#b3854a', '#8a837d', '#ddd5c8'] as const;
const coats = ['#33261d', '#2b3a4f', '#4c2f3f', '#2f4638', '#6a3a28', '#454650', '#5a4a33'] as const;

export const hatsOf = { f: 6, m: 6 } as const;

export function traits(code: string, look: number): Traits {
  const sex = code.endsWith('f') ? 'f' : 'm';
  const home = hash(code);
  const own = hash(`${code}${look}`);
  const tone = (home + look * 2 + (own % 2)) % skins.length;
  const [skin, shade] = skins[tone]!;
  const hat = ((home >>> 4) + look) % hatsOf[sex];
  const hairs_ = tone >= 3 ? [hairs[0], hairs[1], hairs[0], hairs[4]] : hairs;
  return {
    skin,
    shade,
    hair: hairs_[(own >>> 3) % hairs_.length]!,
    coat: coats[(own >>> 5) % coats.length]!,
    hat,
    // An evening band goes with a bob.
    style: sex === 'm' ? ((home >>> 7) + look) % 2 : hat === 2 ? 0 : ((home >>> 7) + look) % 4,
    neckwear: (own >>> 9) % 4,
    glasses: (own >>> 12) % 4 === 0,
    beard: sex === 'm' ? [0, 1, 2, 0, 3][(own >>> 14) % 5]! : 0,
    earrings: (own >>> 16) % 2 === 0,
  };
}
