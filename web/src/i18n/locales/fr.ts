import { fr as game } from '../game/fr';
import { fr as home } from '../home/fr';
import { fr as other } from '../other/fr';
import type { Key } from './en';

/** All texts, for tests. */
export const fr: Record<Key, string> = { ...home, ...game, ...other };
