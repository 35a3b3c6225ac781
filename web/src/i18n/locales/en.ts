import { en as game } from '../game/en';
import { en as home } from '../home/en';
import { en as other } from '../other/en';

/** All texts, for types and tests. The client loads its parts apart (`i18n.svelte.ts`). */
export const en = { ...home, ...game, ...other } as const;

export type Key = keyof typeof en;
