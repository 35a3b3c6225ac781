import { SOURCE_LANGUAGE } from '../language';
import { forbiddenWords, matchesKey, type Glossary } from '../glossary/glossary';
import { longestReading, placeholders, pluralProblems, readings } from './message_facts';

/** What a text means, and how long it may be if its place is narrow. */
export type Note = string | readonly [meaning: string, maxCharacters: number];

/** Everything that is written about texts, by language or part. */
export interface Texts {
  /** Part, language, key. */
  readonly catalogues: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  /** Notes of each part by key, or by a pattern such as `nation.*`. */
  readonly notes: Readonly<Record<string, Readonly<Record<string, Note>>>>;
  readonly glossaries: Readonly<Record<string, Glossary>>;
}

/** `words`: forbidden or untranslated. They fail tests where the glossary is enforced. */
export type ProblemKind = 'syntax' | 'key' | 'note' | 'values' | 'plural' | 'length' | 'words' | 'glossary';

export interface Problem {
  readonly kind: ProblemKind;
  readonly language: string;
  readonly part: string;
  readonly key: string;
  readonly text: string;
}

export function findProblems({ catalogues, notes, glossaries }: Texts): Problem[] {
  const problems: Problem[] = [];
  for (const [part, languages] of Object.entries(catalogues)) {
    const english = languages[SOURCE_LANGUAGE] ?? {};
    const partNotes = notes[part] ?? {};
    problems.push(...noteProblems(part, english, partNotes));
    for (const [language, messages] of Object.entries(languages)) {
      const glossary = glossaries[language];
      if (!glossary) problems.push({ kind: 'glossary', language, part, key: '', text: 'this language has no glossary' });
      for (const key of new Set([...Object.keys(english), ...Object.keys(messages)])) {
        for (const [kind, text] of textProblems(key, messages[key], english[key], language, noteFor(key, partNotes), glossary)) problems.push({ kind, language, part, key, text });
      }
    }
  }
  return problems;
}

function noteFor(key: string, notes: Readonly<Record<string, Note>>): Note | undefined {
  return notes[key] ?? notes[Object.keys(notes).find((pattern) => pattern.includes('*') && matchesKey(key, [pattern])) ?? ''];
}

function noteProblems(part: string, english: Readonly<Record<string, string>>, notes: Readonly<Record<string, Note>>): Problem[] {
  const keys = Object.keys(english);
  const problem = (key: string, text: string): Problem => ({ kind: 'note', language: SOURCE_LANGUAGE, part, key, text });
  return [
    ...keys.filter((key) => !noteFor(key, notes)).map((key) => problem(key, 'has no note')),
    ...Object.keys(notes).filter((pattern) => !keys.some((key) => matchesKey(key, [pattern]))).map((key) => problem(key, 'has a note, but no text')),
  ];
}

type Found = [kind: ProblemKind, text: string][];

function textProblems(key: string, message: string | undefined, english: string | undefined, language: string, note: Note | undefined, glossary: Glossary | undefined): Found {
  if (message === undefined) return [['key', 'is missing']];
  if (english === undefined) return [['key', 'is not in English']];
  if (message.trim() === '') return [['key', 'is empty']];
  try {
    const maxCharacters = typeof note === 'object' ? note[1] : Infinity;
    const length = longestReading(message);
    const found: Found = [
      ...pluralProblems(message, language).map((text): Found[number] => ['plural', text]),
      ...(language === SOURCE_LANGUAGE ? [] : valueProblems(message, english)).map((text): Found[number] => ['values', text]),
      ...wordProblems(key, message, english, language, glossary).map((text): Found[number] => ['words', text]),
    ];
    if (length > maxCharacters) found.push(['length', `has ${length} characters, at most ${maxCharacters} fit: ${message}`]);
    return found;
  } catch (error) {
    return [['syntax', String(error)]];
  }
}

/** English declares the values. Another language may do without a choice: Dutch “pakt” is the same for Jij and for Irma. */
function valueProblems(message: string, english: string): string[] {
  const declared = placeholders(english);
  const used = placeholders(message);
  const problems: string[] = [];
  for (const [name, kinds] of used) {
    const known = declared.get(name);
    if (!known) problems.push(`{${name}} is not in English`);
    else for (const kind of kinds) if (kind !== 'value' && !known.has(kind)) problems.push(`{${name}} has no ${kind} in English`);
    if (known && kinds.has('value') && known.has('select') && !known.has('value')) problems.push(`{${name}} is a choice, not a value`);
  }
  for (const [name, kinds] of declared) if (!used.has(name) && (kinds.size > 1 || !kinds.has('select'))) problems.push(`{${name}} is missing`);
  return problems;
}

function wordProblems(key: string, message: string, english: string, language: string, glossary: Glossary | undefined): string[] {
  const text = readings(message).join('\n');
  const problems = (glossary?.terms ?? []).flatMap((term) =>
    term.keys && !matchesKey(key, term.keys) ? [] : forbiddenWords(text, term).map((word) => `“${word}” for ${term.thing}: ${term.word}`),
  );
  const hasWords = /\p{L}{2}/u.test(text.replace(/‹.*?›/g, ''));
  if (language !== SOURCE_LANGUAGE && message === english && hasWords && !matchesKey(key, glossary?.sameAsEnglish ?? [])) problems.push(`is the same as in English: ${message}`);
  return problems;
}
