import { en as app } from '../texts/app/en';
import { en as home } from '../texts/home/en';

/** Texts that the first page needs. */
export const en = { ...app, ...home };
