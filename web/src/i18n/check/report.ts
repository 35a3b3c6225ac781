import { allTexts } from './all_texts';
import { findProblems, type Problem } from './problems';

/** A readable list of everything that is wrong with the texts: one block for each language and kind of problem. */
export function report(problems: readonly Problem[]): string {
  const blocks = new Map<string, string[]>();
  for (const { kind, language, part, key, text } of problems) {
    const title = `${language}: ${kind}`;
    blocks.set(title, [...(blocks.get(title) ?? []), `  ${`${part} ${key}`.padEnd(36)} ${text}`]);
  }
  const lines = [...blocks].sort(([a], [b]) => a.localeCompare(b)).flatMap(([title, found]) => [`${title} (${found.length})`, ...found, '']);
  return lines.length > 0 ? lines.join('\n') : 'No problem in any text.';
}

export function reportAll(language?: string): string {
  return report(findProblems(allTexts).filter((problem) => language === undefined || problem.language === language));
}
