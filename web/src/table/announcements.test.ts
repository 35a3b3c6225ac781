import { describe, expect, test, vi } from 'vitest';
import { languages, loadLanguage, t, type Language } from '../i18n/i18n.svelte';
import type { GameEvent, RoomEvent } from '../api/wire';
import { announceEvent, type PlayerPhrase } from './announcements';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('document', { documentElement: {}, querySelector: () => null });

type What = RoomEvent extends infer One ? (One extends RoomEvent ? Omit<One, 'number' | 'at'> : never) : never;

const acted = (action: string, ...events: GameEvent[]): What => ({ type: 'action_played', player: 0, action, by: 'player', events, scores: [0, 0] });
const paid = (points: number): GameEvent => ({ type: 'scored', table: 'b4', nation: 'RU', guests: 2, doubled: false, points });

/** Everything that somebody can do, and so be told of. */
const deeds: What[] = [
  acted('RUm@c4', paid(2), paid(1)),
  acted('draw', { type: 'drew', player: 0, tile: null }),
  acted('down DEf'),
  acted('close'),
  acted('party b4 FRf@b5', { type: 'party_scored', table: 'b4', nation: 'FR', doubled: false, points: 20 }),
  acted('bar DEf', { type: 'at_bar', tile: 'DEf', place: 7, points: -4 }),
  acted('swap ESm@n4'),
  acted('pass'),
  acted('bar DEf', { type: 'eliminated', player: 0, tile: 'DEf', place: 7 }),
  { type: 'undone', player: 0, count: 1 },
  { type: 'undo_requested', player: 0, count: 1 },
  { type: 'undo_declined', player: 0 },
  { type: 'chat', player: 0, text: 'Merci' },
];

const irma: PlayerPhrase = { name: 'Irma', you: 'no' };
const said = (what: What, who: PlayerPhrase): string => announceEvent({ number: 1, at: 0, ...what } as RoomEvent, () => who);
/** As a table names the one who looks: `You`, `Du`, `Vous`. */
const me = (): PlayerPhrase => ({ name: t('lobby.you'), you: 'yes' });

describe.each(languages)('in %s', (language) => {
  test('whoever listens is spoken to, and others are called by their names', async () => {
    await loadLanguage(language);
    for (const deed of deeds) {
      const [mine, theirs] = [said(deed, me()), said(deed, irma)];
      expect(theirs).toMatch(/^Irma /);
      expect(mine).not.toBe('');
      expect(mine).not.toMatch(/Irma|[{}]/);
      // `You: draws a card.` was a label with a third person behind it.
      expect(mine).not.toMatch(new RegExp(`^${t('lobby.you')}\\s?:`));
    }
  });

  test('the log says the same of both as the sentences do', async () => {
    await loadLanguage(language);
    const heard = (deed: What | undefined, who: PlayerPhrase): string => (deed ? said(deed, who).replace(/^\S+ /, '').replace(/[.]$/, '') : '');
    expect(t('log.drew', { you: 'no' })).toBe(heard(deeds[1], irma));
    expect(t('log.down', { you: 'no' })).toBe(heard(deeds[2], irma));
    expect(t('log.close', { you: 'no' })).toBe(heard(deeds[3], irma));
    expect(t('log.pass', { you: 'no' })).toBe(heard(deeds[7], irma));
    if (language === 'it') expect(said(deeds[1]!, me()).toLowerCase()).toBe(`${t('log.drew', { you: 'yes' })}.`);
    else expect(t('log.drew', { you: 'yes' })).toBe(heard(deeds[1], me()));
  });
});

const sentences: Record<Language, [string, string][]> = {
  en: [
    ['You seat Russia, gentleman, at c4: 3 points.', 'Irma seats Russia, gentleman, at c4: 3 points.'],
    ['You draw a card.', 'Irma draws a card.'],
    ['You lay a card face down.', 'Irma lays a card face down.'],
  ],
  de: [
    ['Du setzt Russland, Herr, auf c4: 3 Punkte.', 'Irma setzt Russland, Herr, auf c4: 3 Punkte.'],
    ['Du ziehst eine Karte.', 'Irma zieht eine Karte.'],
    ['Du legst eine Karte verdeckt ab.', 'Irma legt eine Karte verdeckt ab.'],
  ],
  fr: [
    ['Vous placez Russie, monsieur, en c4\u00a0: 3 points.', 'Irma place Russie, monsieur, en c4\u00a0: 3 points.'],
    ['Vous piochez une carte.', 'Irma pioche une carte.'],
    ['Vous posez une carte face cachée.', 'Irma pose une carte face cachée.'],
  ],
  nl: [
    ['Je plaatst Rusland, heer, op c4: 3 punten.', 'Irma plaatst Rusland, heer, op c4: 3 punten.'],
    ['Je pakt een kaart.', 'Irma pakt een kaart.'],
    ['Je legt een kaart gedekt weg.', 'Irma legt een kaart gedekt weg.'],
  ],
  it: [
    ['Fai sedere Russia, signore, in c4: 3 punti.', 'Irma fa sedere Russia, signore, in c4: 3 punti.'],
    ['Peschi una carta.', 'Irma pesca una carta.'],
    ['Metti una carta coperta.', 'Irma mette una carta coperta.'],
  ],
};

test.each(languages)('some sentences as they are heard in %s', async (language) => {
  await loadLanguage(language);
  expect(deeds.slice(0, 3).map((deed) => [said(deed, me()), said(deed, irma)])).toEqual(sentences[language]);
});

test('what follows from a deed is told after it', async () => {
  await loadLanguage('en');
  expect(said(acted('bar DEf', { type: 'eliminated', player: 0, tile: 'DEf', place: 7 }), me())).toBe(
    'You send Germany, lady, to the bar: 0 points. You are out of the game.',
  );
  expect(said(acted('RUm@c4', paid(4), { type: 'laid', table: 'b4', nation: 'CU' }), irma)).toBe(
    'Irma seats Russia, gentleman, at c4: 4 points. New table at b4: Cuba.',
  );
});
