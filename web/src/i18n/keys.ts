import type { en as app } from './texts/app/en';
import type { en as cafe } from './texts/cafe/en';
import type { en as chat } from './texts/chat/en';
import type { en as help } from './texts/help/en';
import type { en as home } from './texts/home/en';
import type { en as play } from './texts/play/en';
import type { en as profile } from './texts/profile/en';
import type { en as replay } from './texts/replay/en';
import type { en as result } from './texts/result/en';
import type { en as setup } from './texts/setup/en';
import type { PlainKeys } from './parameters';

/** The English texts of all parts: they declare the keys and their values. */
export type Texts = typeof app & typeof cafe & typeof chat & typeof help & typeof home & typeof play & typeof profile & typeof replay & typeof result & typeof setup;

export type Key = keyof Texts;

/** A key whose text has no values. */
export type PlainKey = PlainKeys<Texts>;
