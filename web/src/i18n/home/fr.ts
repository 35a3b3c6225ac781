import { fr as app } from '../texts/app/fr';
import { fr as home } from '../texts/home/fr';

/** Texts that the first page needs. */
export const fr = { ...app, ...home };
