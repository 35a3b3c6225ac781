import { fr as cafe } from '../texts/cafe/fr';
import { fr as play } from '../texts/play/fr';

/** Texts of a game in progress, replays and lessons. */
export const fr = { ...cafe, ...play };
