import { storage } from '../../api/storage';
import type { GameKind } from '../../game/kinds';

/** Progress in a tutorial, stored on this device. */
export interface Progress {
  /** The current step; after the last one, the number of steps. */
  at: number;
  /** Ids of the completed steps. */
  done: string[];
}

/** Parses stored progress and drops what does not fit these steps. */
export function readProgress(text: string | null, steps: readonly string[]): Progress {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // Unreadable progress starts over.
  }
  const { at, done } = (typeof stored === 'object' && stored !== null ? stored : {}) as { at?: unknown; done?: unknown };
  return {
    at: Number.isInteger(at) ? Math.min(Math.max(at as number, 0), steps.length) : 0,
    done: Array.isArray(done) ? steps.filter((step) => done.includes(step)) : [],
  };
}

const storageKey = (game: GameKind): string => `cafe.learn.${game}`;

export function loadProgress(game: GameKind, steps: readonly string[]): Progress {
  return readProgress(storage.get(storageKey(game)), steps);
}

export function saveProgress(game: GameKind, progress: Progress): void {
  storage.setJson(storageKey(game), progress);
}
