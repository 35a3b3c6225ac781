import type { LearnKey } from '../../i18n/texts/learn/en';
import type { GameKind } from '../../game/kinds';
import type { StudyScript } from '../../source/study_room';
import data from './lessons.json';

/** A position that the server studies. A test of the server plays all of them. */
export interface StudyPosition {
  id: string;
  position: Record<string, unknown>;
}

/** One step of the tutorial. */
export interface Lesson extends StudyScript {
  /** The place on the board that is shown first: a table, a seat or the bar. */
  at: string | null;
}

/** An example on a rules page. */
export interface Example extends StudyPosition {
  hand: readonly string[];
  /** The tables that are shown; null for all. */
  tables: readonly string[] | null;
}

/** A position in the file, with the two hands under their own names. */
interface StoredPosition {
  id: string;
  position: Record<string, unknown> & { hand: string[]; other?: string[] };
}

function prepare(game: GameKind, stored: StoredPosition): StudyPosition {
  const { hand, other, ...position } = { ...data[game].position, ...stored.position };
  return { id: stored.id, position: { ...position, hands: [[...hand].sort(), [...other].sort()] } };
}

export function lessonsOf(game: GameKind): Lesson[] {
  return data[game].lessons.map((lesson) => ({
    ...prepare(game, lesson),
    game,
    at: 'at' in lesson ? lesson.at : null,
    wants: lesson.wants,
  }));
}

export function exampleOf(game: GameKind, id: string): Example | null {
  const example = data[game].examples.find((candidate) => candidate.id === id);
  if (!example) return null;
  return { ...prepare(game, example), hand: example.position.hand, tables: 'tables' in example ? example.tables : null };
}

type LessonTextKey = LearnKey & `${GameKind}.${string}.${'title' | 'do' | 'done'}`;

/** The key of a lesson's text: its `title`, what to `do`, and the summary when it is `done`. A test checks that every lesson has its texts. */
export function lessonTextKey(lesson: Lesson, part: 'title' | 'do' | 'done'): LessonTextKey {
  return `${lesson.game}.${lesson.id}.${part}` as LessonTextKey;
}
