import { nations } from './game_facts';

/** The notation of guests and actions (docs/protocol.md). */
export type Nation = (typeof nations)[number];
export type Sex = 'f' | 'm';

export interface Guest {
  /** The tile: `RUm`, `JKf`. */
  code: string;
  joker: boolean;
  /** The nation, or the one that a seated joker takes; null for a joker in hand. */
  nation: Nation | null;
  sex: Sex;
}

export function isNation(code: string | undefined): code is Nation {
  return nations.some((nation) => nation === code);
}

export function parseGuest(text: string): Guest {
  const [code = '', jokerNation] = text.split('=');
  const sex: Sex = code.endsWith('f') ? 'f' : 'm';
  const joker = code.startsWith('JK');
  const nation = joker ? jokerNation : code.slice(0, 2);
  return { code, joker, nation: isNation(nation) ? nation : null, sex };
}

/** A guest in notation: a seated joker with its nation. */
export function formatGuest({ code, joker, nation }: Guest): string {
  return joker && nation ? `${code}=${nation}` : code;
}

/** An action with its notation, as it is sent and displayed. */
export type Action = { notation: string } & (
  | { kind: 'seat'; guest: Guest; seat: string }
  | { kind: 'swap'; guest: Guest; seat: string }
  | { kind: 'party'; table: string; guests: { guest: Guest; seat: string }[] }
  | { kind: 'down' | 'bar'; guest: Guest }
  | { kind: 'draw' | 'end' | 'close' | 'pass' }
);

/** Called by `api/parse.ts` only. */
export function parseAction(notation: string): Action {
  const [first = '', ...rest] = notation.split(' ');
  switch (first) {
    case 'draw':
    case 'end':
    case 'close':
    case 'pass':
      return { notation, kind: first };
    case 'down':
    case 'bar':
      return { notation, kind: first, guest: parseGuest(rest[0] ?? '') };
    case 'swap':
      return { notation, kind: 'swap', ...seating(rest[0] ?? '') };
    case 'party':
      return { notation, kind: 'party', table: rest[0] ?? '', guests: rest.slice(1).map(seating) };
    default:
      return { notation, kind: 'seat', ...seating(first) };
  }
}

function seating(text: string): { guest: Guest; seat: string } {
  const [guest = '', seat = ''] = text.split('@');
  return { guest: parseGuest(guest), seat };
}
