import { nl as app } from '../texts/app/nl';
import { nl as home } from '../texts/home/nl';

/** Texts that the first page needs. */
export const nl = { ...app, ...home };
