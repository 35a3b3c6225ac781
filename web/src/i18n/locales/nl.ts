import { nl as game } from '../game/nl';
import { nl as home } from '../home/nl';
import { nl as other } from '../other/nl';
import type { Key } from './en';

/** All texts, for tests. */
export const nl: Record<Key, string> = { ...home, ...game, ...other };
