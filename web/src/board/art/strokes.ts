import { playerColour, playerShape } from '../../ui/player_shapes';

const dashes = ['', '8 4', '2 4', '10 4 2 4', '1 6'] as const;

/** Lines of the players in a chart: they differ by dashes and shape first, and by colour as well. */
export const strokes = dashes.map((dash, player) => ({ dash, shape: playerShape(player), ink: playerColour(player) }));
