import { pluralForm } from '../intl';
import { parse, type Part } from '../message';

export type PlaceholderKind = 'value' | 'plural' | 'select';

/** The placeholders of a message and how it uses each. */
export function placeholders(message: string): Map<string, Set<PlaceholderKind>> {
  const found = new Map<string, Set<PlaceholderKind>>();
  const walk = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string' || 'hash' in part) continue;
      const kinds = found.get(part.name) ?? new Set();
      found.set(part.name, kinds.add('cases' in part ? part.by : 'value'));
      if ('cases' in part) part.cases.forEach(walk);
    }
  };
  walk(parse(message));
  return found;
}

/** Numbers in the game stay below this. French has a form of its own for a million. */
const MAX_NUMBER = 1_000;

/** What is wrong with the plural forms of a message: forms that the language needs for whole numbers, or does not have. */
export function pluralProblems(message: string, language: string): string[] {
  const problems = new Set<string>();
  const walk = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string' || !('cases' in part)) continue;
      part.cases.forEach(walk);
      if (part.by !== 'plural') continue;
      const needed = new Set<string>();
      for (let n = 0; n <= MAX_NUMBER; n += 1) if (!part.cases.has(`=${n}`)) needed.add(pluralForm(n, language));
      for (const form of needed) if (!part.cases.has(form)) problems.add(`${part.name} lacks ${form}`);
      const known: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const form of part.cases.keys()) if (!known.includes(form) && !/^=\d+$/.test(form)) problems.add(`${part.name} has ${form}, which ${language} does not have`);
    }
  };
  walk(parse(message));
  return [...problems];
}

/** Every way to read a message, with values in angle brackets. */
export function readings(message: string): string[] {
  const join = (parts: readonly Part[]): string[] =>
    parts.reduce<string[]>((starts, part) => {
      const ends = typeof part === 'string' ? [part] : 'hash' in part ? ['‹#›'] : 'cases' in part ? [...part.cases.values()].flatMap(join) : [`‹${part.name}›`];
      return starts.flatMap((start) => ends.map((end) => start + end));
    }, ['']);
  return join(parse(message));
}

/** How many characters a name or a number takes, for the length of a message. */
const NAME_LENGTH = 8;
const NUMBER_LENGTH = 2;

/** The number of characters of the longest reading. */
export function longestReading(message: string): number {
  const numbers = new Set([...placeholders(message)].flatMap(([name, kinds]) => (kinds.has('plural') ? [name] : [])));
  const length = (reading: string): number =>
    reading.replace(/‹(.*?)›/g, (_, name: string) => 'x'.repeat(name === '#' || name === 'n' || name === 'of' || numbers.has(name) ? NUMBER_LENGTH : NAME_LENGTH)).length;
  return Math.max(...readings(message).map(length));
}
