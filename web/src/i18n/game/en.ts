import { en as cafe } from '../texts/cafe/en';
import { en as play } from '../texts/play/en';

/** Texts of a game in progress, replays and lessons. */
export const en = { ...cafe, ...play };
