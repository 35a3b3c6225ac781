import { it as setup } from '../texts/setup/it';
import { it as result } from '../texts/result/it';
import { it as replay } from '../texts/replay/it';
import { it as profile } from '../texts/profile/it';
import { it as chat } from '../texts/chat/it';

/** Texts of the set-up, the profile and most dialogs. */
export const it = { ...setup, ...result, ...replay, ...profile, ...chat };
