import type { LearnKey } from '../../i18n/learn/en';
import data from './lessons.json';

export const games = ['card', 'board'] as const;
export type GameKind = (typeof games)[number];

/** A position to try things in, as the server studies it. A test of the server plays all of them through. */
export interface StudyPosition {
  id: string;
  position: Record<string, unknown>;
}

/** One step of the tutorial. */
export interface Lesson extends StudyPosition {
  game: GameKind;
  /** Where it happens in the big café: a table, a chair or the bar. */
  at: string | null;
  /** What may be played, in order: all ways of each action that bring the lesson on, the plainest first. */
  wants: readonly (readonly string[])[];
}

/** A small position on a page of the rules. */
export interface Example extends StudyPosition {
  hand: readonly string[];
  /** The tables that are drawn, if not all. */
  tables: readonly string[] | null;
}

interface Written {
  id: string;
  position: Record<string, unknown> & { hand: string[]; other?: string[] };
}

/** One's own hand and that of the other one become `hands`. */
function prepare(game: GameKind, written: Written): StudyPosition {
  const { hand, other, ...position } = { ...data[game].position, ...written.position };
  return { id: written.id, position: { ...position, hands: [[...hand].sort(), [...other].sort()] } };
}

export function lessonsOf(game: GameKind): Lesson[] {
  return data[game].lessons.map((one) => ({
    ...prepare(game, one),
    game,
    at: 'at' in one ? one.at : null,
    wants: one.wants,
  }));
}

export function exampleOf(game: GameKind, id: string): Example | null {
  const one = data[game].examples.find((example) => example.id === id);
  if (!one) return null;
  return { ...prepare(game, one), hand: one.position.hand, tables: 'tables' in one ? one.tables : null };
}

/** What a lesson says: its `title`, what to `do`, and what one knows when it is `done`. */
export function lessonTextKey(lesson: Lesson, part: 'title' | 'do' | 'done'): LearnKey {
  return `${lesson.game}.${lesson.id}.${part}` as LearnKey;
}
