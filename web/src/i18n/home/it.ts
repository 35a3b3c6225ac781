import { it as app } from '../texts/app/it';
import { it as home } from '../texts/home/it';

/** Texts that the first page needs. */
export const it = { ...app, ...home };
