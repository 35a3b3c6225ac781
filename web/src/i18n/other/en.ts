import { en as setup } from '../texts/setup/en';
import { en as result } from '../texts/result/en';
import { en as replay } from '../texts/replay/en';
import { en as profile } from '../texts/profile/en';
import { en as chat } from '../texts/chat/en';

/** Texts of the set-up, the profile and most dialogs. */
export const en = { ...setup, ...result, ...replay, ...profile, ...chat };
