import { nl as cafe } from '../texts/cafe/nl';
import { nl as play } from '../texts/play/nl';

/** Texts of a game in progress, replays and lessons. */
export const nl = { ...cafe, ...play };
