import { describe, expect, test } from 'vitest';
import { languages } from '../text_files';
import { allLanguages, allTexts } from './all_texts';
import { findProblems } from './problems';

const problems = findProblems(allTexts);

test('all texts and notes are found', () => {
  expect(Object.values(allTexts.catalogues).flatMap(({ en = {} }) => Object.keys(en)).length).toBeGreaterThan(500);
  expect(Object.keys(allTexts.notes).sort()).toEqual(Object.keys(allTexts.catalogues).sort());
  expect([...languages].sort()).toEqual(allLanguages);
});

describe.each(allLanguages)('%s', (language) => {
  // A failure shows what `npm run texts` shows.
  test('has every text, complete and correct', () => {
    expect(problems.filter((problem) => problem.language === language && problem.kind !== 'words')).toEqual([]);
  });

  test('uses the words of its glossary', () => {
    if (allTexts.glossaries[language]?.enforced) expect(problems.filter((problem) => problem.language === language && problem.kind === 'words')).toEqual([]);
  });
});
