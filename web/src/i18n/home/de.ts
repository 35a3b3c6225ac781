import { de as app } from '../texts/app/de';
import { de as home } from '../texts/home/de';

/** Texts that the first page needs. */
export const de = { ...app, ...home };
