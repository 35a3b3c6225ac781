import { describe, expect, test, vi } from 'vitest';
import { languages, loadLanguage, t } from '../i18n/i18n.svelte';
import type { GameEvent, RoomEvent } from '../api/messages';
import { parseAction } from '../api/notation';
import { announceEvent } from './announcements';
import type { PlayerPhrase } from './player_names';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });

type EventBody = RoomEvent extends infer Event ? (Event extends RoomEvent ? Omit<Event, 'number' | 'at'> : never) : never;

const played = (action: string, ...events: GameEvent[]): EventBody => ({ type: 'action_played', player: 0, action: parseAction(action), by: 'player', events, scores: [0, 0] });
const paid = (points: number): GameEvent => ({ type: 'scored', table: 'b4', nation: 'RU', guests: 2, doubled: false, points });

/** Every event that is announced. */
const announced: EventBody[] = [
  played('RUm@c4', paid(2), paid(1)),
  played('draw', { type: 'drew', player: 0, tile: null }),
  played('down DEf'),
  played('close'),
  played('party b4 FRf@b5', { type: 'seated', guest: 'FRf', seat: 'b5' }, { type: 'party_scored', table: 'b4', nation: 'FR', doubled: false, points: 20 }),
  played('bar DEf', { type: 'at_bar', tile: 'DEf', place: 7, points: -4 }),
  played('swap ESm@n4'),
  played('pass'),
  played('bar DEf', { type: 'eliminated', player: 0, tile: 'DEf', place: 7 }),
  { type: 'undone', player: 0, count: 1 },
  { type: 'undo_requested', player: 0, count: 1 },
  { type: 'undo_declined', player: 0 },
  { type: 'resigned', player: 0, claimed_by: null, ends_game: true },
  { type: 'resigned', player: 0, claimed_by: 1, ends_game: true },
  { type: 'nudged', player: 0, to: 1 },
  { type: 'end_proposed', player: 0 },
  { type: 'end_declined', player: 0 },
  { type: 'bot_took_over', player: 0, by_choice: true },
  { type: 'player_returned', player: 0 },
  { type: 'chat', player: 0, text: 'Merci' },
];

const irma: PlayerPhrase = { name: 'Irma', you: 'no' };
const sentence = (event: EventBody, player: PlayerPhrase): string => announceEvent({ number: 1, at: 0, ...event } as RoomEvent, () => player);
/** The own player: `You`, `Du`, `Vous`. */
const you = (): PlayerPhrase => ({ name: t('play.you'), you: 'yes' });

describe.each(languages)('in %s', (language) => {
  test('addresses the own player and names the others', async () => {
    await loadLanguage(language);
    for (const event of announced) {
      const [mine, theirs] = [sentence(event, you()), sentence(event, irma)];
      expect(theirs).toMatch(/^Irma /);
      expect(mine).not.toBe('');
      expect(mine).not.toMatch(/Irma|[{}]/);
      // Not a label with a third person, as in `You: draws a card.`
      expect(mine).not.toMatch(new RegExp(`^${t('play.you')}\\s?:`));
    }
  });
});

const sentences: Record<string, [string, string][]> = {
  en: [
    ['You seat a guest on chair c4: Russian gentleman, 3 points.', 'Irma seats a guest on chair c4: Russian gentleman, 3 points.'],
    ['You draw a card.', 'Irma draws a card.'],
    ['You place a card face down.', 'Irma places a card face down.'],
  ],
  de: [
    ['Du setzt einen Gast auf Stuhl c4: russischer Herr, 3 Punkte.', 'Irma setzt einen Gast auf Stuhl c4: russischer Herr, 3 Punkte.'],
    ['Du ziehst eine Karte.', 'Irma zieht eine Karte.'],
    ['Du legst eine Karte verdeckt ab.', 'Irma legt eine Karte verdeckt ab.'],
  ],
  fr: [
    ['Vous placez un client sur la chaise c4\u00a0: monsieur russe, 3 points.', 'Irma place un client sur la chaise c4\u00a0: monsieur russe, 3 points.'],
    ['Vous piochez une carte.', 'Irma pioche une carte.'],
    ['Vous posez une carte face cachée.', 'Irma pose une carte face cachée.'],
  ],
  nl: [
    ['Je plaatst een gast op stoel c4: Russische heer, 3 punten.', 'Irma plaatst een gast op stoel c4: Russische heer, 3 punten.'],
    ['Je trekt een kaart.', 'Irma trekt een kaart.'],
    ['Je legt een kaart gedekt weg.', 'Irma legt een kaart gedekt weg.'],
  ],
  it: [
    ['Fai sedere un ospite sulla sedia c4: signore russo, 3 punti.', 'Irma fa sedere un ospite sulla sedia c4: signore russo, 3 punti.'],
    ['Peschi una carta.', 'Irma pesca una carta.'],
    ['Posi una carta a faccia in giù.', 'Irma posa una carta a faccia in giù.'],
  ],
};

test.each(Object.keys(sentences))('sentences in %s', async (language) => {
  await loadLanguage(language);
  expect(announced.slice(0, 3).map((event) => [sentence(event, you()), sentence(event, irma)])).toEqual(sentences[language]);
});

test('consequences follow the action', async () => {
  await loadLanguage('en');
  expect(sentence(played('bar DEf', { type: 'eliminated', player: 0, tile: 'DEf', place: 7 }), you())).toBe(
    'You send a guest to the bar: German lady, 0 points. You’re out of the game.',
  );
  expect(sentence(played('RUm@c4', paid(4), { type: 'laid', table: 'b4', nation: 'CU' }), irma)).toBe(
    'Irma seats a guest on chair c4: Russian gentleman, 4 points. New table on b4: Cuba.',
  );
});

test('a party says who is at it, and a joker stays a joker', async () => {
  await loadLanguage('en');
  const party = played('party b4 FRf@b5', { type: 'seated', guest: 'FRf', seat: 'b5' }, { type: 'party_scored', table: 'b4', nation: 'FR', doubled: false, points: 20 });
  expect(sentence(party, irma)).toBe('Irma throws a ladies’ party at the French table: 20 points.');
  expect(sentence(played('JKm=ES@n4', paid(2)), irma)).toBe('Irma seats a guest on chair n4: Spanish gentleman (joker), 2 points.');
});

test('a seated joker is announced as a joker', async () => {
  await loadLanguage('en');
  expect(sentence(played('JKf=IT@n4', paid(2)), irma)).toContain('Italian lady (joker)');
});
