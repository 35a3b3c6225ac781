/** A language tag. Which languages there are follows from the files in `texts/app`: a language is added by adding its files. */
export type Language = string;

/** English declares keys and values; everything else is compared with it. */
export const SOURCE_LANGUAGE = 'en';
/** English made longer and marked, for tests (`pseudo.ts`). It is never offered. */
export const PSEUDO_LANGUAGE = 'en-XA';
