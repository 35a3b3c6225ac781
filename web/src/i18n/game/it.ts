import { it as cafe } from '../texts/cafe/it';
import { it as play } from '../texts/play/it';

/** Texts of a game in progress, replays and lessons. */
export const it = { ...cafe, ...play };
