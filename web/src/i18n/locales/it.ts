import { it as game } from '../game/it';
import { it as home } from '../home/it';
import { it as other } from '../other/it';
import type { Key } from './en';

/** All texts, for tests. */
export const it: Record<Key, string> = { ...home, ...game, ...other };
