import { gameFacts } from '../api/game_facts';

export type GameKind = keyof typeof gameFacts;
/** Both games, the simpler one first. */
export const games = Object.keys(gameFacts) as GameKind[];
