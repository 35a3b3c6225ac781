import { de as setup } from '../texts/setup/de';
import { de as result } from '../texts/result/de';
import { de as replay } from '../texts/replay/de';
import { de as profile } from '../texts/profile/de';
import { de as chat } from '../texts/chat/de';

/** Texts of the set-up, the profile and most dialogs. */
export const de = { ...setup, ...result, ...replay, ...profile, ...chat };
