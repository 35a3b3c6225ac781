// Constants of the games and limits of the server (docs/rules.md, docs/server-protocol.md).
// Generated from the Rust sources by `cargo xtask types`; do not edit.

/** The codes of the nations. */
export const nations = ['CF', 'CN', 'CU', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'RU', 'TR', 'US'] as const;

/** What differs between the two games. */
export const gameFacts = {
  card: {
    /** Number of players. */
    players: { min: 2, max: 5 },
    /** Most guests that a player may seat in a turn. */
    placementsPerTurn: 3,
    /** Number of guests dealt to each player. */
    handSize: 7,
    /** Most guests in a hand. */
    handLimit: 12,
    /** Whether the guests of a full table leave and another table replaces it. */
    clearsFullTables: true,
  },
  board: {
    /** Number of players. */
    players: { min: 2, max: 4 },
    /** Most guests that a player may seat in a turn. */
    placementsPerTurn: 2,
    /** Number of guests dealt to each player. */
    handSize: 5,
    /** Most guests in a hand. */
    handLimit: null,
    /** Whether the guests of a full table leave and another table replaces it. */
    clearsFullTables: false,
  },
} as const;

/** By number of guests at a table: the points for the guest that was seated last. */
export const tablePoints = [
  { guests: 2, mixed: 2, ownNation: 4 },
  { guests: 3, mixed: 3, ownNation: 6 },
  { guests: 4, mixed: 4, ownNation: 8 },
] as const;

/** Maximum length of a chat message, in characters. */
export const CHAT_MAX_CHARACTERS = 300;

/** Maximum length of a display name, in characters. */
export const NAME_MAX_CHARACTERS = 24;

/** In a game without a clock: days without a move after which another player may claim the end. */
export const SILENCE_DAYS = 7;

/** Minutes that the player to move has before a nudge, and between two nudges. */
export const NUDGE_PAUSE_MINUTES = 10;
