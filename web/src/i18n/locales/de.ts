import { de as game } from '../game/de';
import { de as home } from '../home/de';
import { de as other } from '../other/de';
import type { Key } from './en';

/** All texts, for tests. */
export const de: Record<Key, string> = { ...home, ...game, ...other };
