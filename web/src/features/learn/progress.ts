import { storage } from '../../api/storage';
import type { GameKind } from './lessons';

/** How far one has come, kept on this device. */
export interface Progress {
  /** Which step one is at; after the last one, their number. */
  at: number;
  /** Steps that are done, by name. */
  done: string[];
}

/** What was written down, as far as it still makes sense for these steps. */
export function readProgress(text: string | null, steps: readonly string[]): Progress {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // What cannot be read is a fresh start.
  }
  const { at, done } = (typeof kept === 'object' && kept !== null ? kept : {}) as { at?: unknown; done?: unknown };
  return {
    at: Number.isInteger(at) ? Math.min(Math.max(at as number, 0), steps.length) : 0,
    done: Array.isArray(done) ? steps.filter((step) => done.includes(step)) : [],
  };
}

const shelf = (game: GameKind): string => `cafe.learn.${game}`;

export function loadProgress(game: GameKind, steps: readonly string[]): Progress {
  return readProgress(storage.get(shelf(game)), steps);
}

export function saveProgress(game: GameKind, progress: Progress): void {
  storage.setJson(shelf(game), progress);
}
