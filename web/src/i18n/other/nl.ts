import { nl as setup } from '../texts/setup/nl';
import { nl as result } from '../texts/result/nl';
import { nl as replay } from '../texts/replay/nl';
import { nl as profile } from '../texts/profile/nl';
import { nl as chat } from '../texts/chat/nl';

/** Texts of the set-up, the profile and most dialogs. */
export const nl = { ...setup, ...result, ...replay, ...profile, ...chat };
