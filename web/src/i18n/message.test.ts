import { describe, expect, test } from 'vitest';
import { lessonTextKey, lessonsOf } from '../features/learn/lessons';
import { games } from '../game/kinds';
import { en as learn } from './texts/learn/en';
import { textsIn } from './check/all_texts';
import { formatList } from './intl';
import { format } from './message';
import page from '../../index.html?raw';

describe('format', () => {
  test('inserts names and numbers', () => {
    expect(format('{name}: {n}', 'de', { name: 'Ann', n: 1234 })).toBe('Ann: 1.234');
    expect(format('{n}', 'en', { n: -3 })).toBe('−3');
    expect(format('{n}', 'en', { n: -0 })).toBe('0');
  });

  test('chooses the plural form of the language', () => {
    const message = '{n, plural, =0 {nobody} one {# guest} other {# guests}}';
    expect([0, 1, 2].map((n) => format(message, 'en', { n }))).toEqual(['nobody', '1 guest', '2 guests']);
    expect(format('{n, plural, one {# carte} other {# cartes}}', 'fr', { n: 0 })).toBe('0 carte');
  });

  test('selects between you and a name', () => {
    const message = '{you, select, yes {You draw} other {{name} draws}} {n, plural, one {# card} other {# cards}}.';
    expect(format(message, 'en', { you: 'yes', name: 'Ann', n: 1 })).toBe('You draw 1 card.');
    expect(format(message, 'en', { you: 'no', name: 'Ann', n: 2 })).toBe('Ann draws 2 cards.');
    expect(format(message, 'en', { name: 'Ann', n: 2 })).toBe('Ann draws 2 cards.');
    expect(format('{n, plural, other {{you, select, yes {your #} other {their #}}}}', 'en', { you: 'yes', n: 2 })).toBe('your 2');
  });

  test('rejects a malformed message', () => {
    expect(() => format('{n, plural, one {x}}', 'en')).toThrow(SyntaxError);
    expect(() => format('{you, select, yes {x}}', 'en')).toThrow(SyntaxError);
    expect(() => format('{n, ordinal, other {x}}', 'en')).toThrow(SyntaxError);
    expect(() => format('a } b', 'en')).toThrow(SyntaxError);
  });
});

test('index.html has the English description', () => {
  expect(page).toContain(`<meta name="description" content="${textsIn('en')['app.description'] ?? ''}" />`);
});

test('a shared win addresses the player', () => {
  const text = (language: string, names: string[], you: 'yes' | 'no') => format(textsIn(language)['over.shared'] ?? '', language, { names: formatList(names, language), you });
  expect(text('de', ['Du', 'Irma'], 'yes')).toBe('Du und Irma teilt euch den Sieg');
  expect(text('de', ['Ann', 'Irma'], 'no')).toBe('Ann und Irma teilen sich den Sieg');
  expect(text('fr', ['Vous', 'Irma'], 'yes')).toBe('Vous et Irma partagez la victoire');
  expect(text('it', ['Tu', 'Ann', 'Irma'], 'yes')).toBe('Tu, Ann e Irma condividete la vittoria');
  expect(text('nl', ['Jij', 'Irma'], 'yes')).toBe('Jij en Irma delen de overwinning');
  expect(text('en', ['You', 'Irma'], 'yes')).toBe('You and Irma share the win');
});

test('every lesson has its texts, and no text lacks a lesson', () => {
  const lessons = games.flatMap((game) => lessonsOf(game));
  const wanted = lessons.flatMap((lesson) => (['title', 'do', 'done'] as const).map((part) => lessonTextKey(lesson, part)));
  const written = Object.keys(learn).filter((key) => /^(card|board)\.\w+\.(title|do|done)$/.test(key));
  expect(written.sort()).toEqual([...wanted].sort());
});
