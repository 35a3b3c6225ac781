/** What tells players apart wherever points or moves are shown: a circle, a square, a triangle, a diamond, a triangle on its tip. */
const shapes = [
  'M6 1.200a4.800 4.800 0 1 1 0 9.600a4.800 4.800 0 1 1 0-9.600z',
  'M1.700 1.700h8.600v8.600H1.700z',
  'M6 .800l5.400 9.800H.600z',
  'M6 .200l5.800 5.800L6 11.800.200 6z',
  'M.600 1.400h10.800L6 11.200z',
] as const;

const colours = ['var(--player-1)', 'var(--player-2)', 'var(--player-3)', 'var(--player-4)', 'var(--player-5)'] as const;

/** The outline of a player's shape, in 12 × 12. */
export function playerShape(player: number): string {
  return shapes[player % shapes.length] ?? shapes[0];
}

/** The colour of a player, as a value for styles and drawings. */
export function playerColour(player: number): string {
  return colours[player % colours.length] ?? colours[0];
}
