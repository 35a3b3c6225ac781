import type { Nation } from '../../api/notation';

export interface Colours {
  /** The ground of its tiles, and the cloth of its tables. */
  ground: string;
  accent: string;
  /** Letters and cup on the ground. */
  ink: string;
}

const cream = '#fff8ea';
const dark = '#2e1a10';

/** Chosen far apart. Letters, pattern, flag and cup differ too: colour is never the only difference. */
export const colours: Record<Nation, Colours> = {
  DE: { ground: '#3f3c3a', accent: '#e3b341', ink: cream },
  FR: { ground: '#2f58a6', accent: '#d8484a', ink: cream },
  GB: { ground: '#233560', accent: '#c8344a', ink: cream },
  IT: { ground: '#2c7a4c', accent: '#d8484a', ink: cream },
  ES: { ground: '#e6b03f', accent: '#a8281f', ink: dark },
  TR: { ground: '#167680', accent: '#d63b48', ink: cream },
  RU: { ground: '#44759f', accent: '#f4eee2', ink: cream },
  US: { ground: '#85334a', accent: '#2d4173', ink: cream },
  CU: { ground: '#c4523f', accent: '#244a8f', ink: cream },
  CN: { ground: '#a81f2b', accent: '#f0c24b', ink: cream },
  IN: { ground: '#e08a35', accent: '#1f6b45', ink: dark },
  CF: { ground: '#66742a', accent: '#f0cc48', ink: cream },
};

/** A joker without a nation. */
export const travelling: Colours = { ground: '#5b4a6b', accent: '#e8c987', ink: cream };

/** The cloth of a table without a nation, and of the backs of tables. */
export const plainCloth = { ground: '#555', accent: '#fff' } as const;
