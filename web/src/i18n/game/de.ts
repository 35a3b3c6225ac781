import { de as cafe } from '../texts/cafe/de';
import { de as play } from '../texts/play/de';

/** Texts of a game in progress, replays and lessons. */
export const de = { ...cafe, ...play };
