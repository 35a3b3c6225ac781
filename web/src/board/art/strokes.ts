/** Lines of the players in a chart: they differ by dashes and shape first, and by colour as well. */
export const strokes = [
  { dash: '', shape: 'M6 1.200a4.800 4.800 0 1 1 0 9.600a4.800 4.800 0 1 1 0-9.600z', ink: 'var(--accent)' },
  { dash: '8 4', shape: 'M1.700 1.700h8.600v8.600H1.700z', ink: 'var(--won)' },
  { dash: '2 4', shape: 'M6 .800l5.400 9.800H.600z', ink: 'var(--brass)' },
  { dash: '10 4 2 4', shape: 'M6 .200l5.800 5.800L6 11.800.200 6z', ink: 'var(--ink)' },
  { dash: '1 6', shape: 'M.600 1.400h10.800L6 11.200z', ink: 'var(--soft)' },
] as const;
