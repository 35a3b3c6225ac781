/**
 * Which catalogues are loaded together, so that a page loads only what it shows and few files: `home` with the home screen and what surrounds
 * all screens, `game` with playing, replays and lessons, `other` with the set-up, the profile and most dialogs. The catalogues `learn` and `rules`
 * are loaded by their screens (`catalogues.ts`). The first catalogue of a part names its file (`text_parts_plugin.ts`).
 */
export const textParts = {
  home: ['app', 'home'],
  game: ['cafe', 'play'],
  other: ['setup', 'result', 'replay', 'profile', 'chat', 'help'],
} as const;

export type TextPart = keyof typeof textParts;
