import { fr as setup } from '../texts/setup/fr';
import { fr as result } from '../texts/result/fr';
import { fr as replay } from '../texts/replay/fr';
import { fr as profile } from '../texts/profile/fr';
import { fr as chat } from '../texts/chat/fr';

/** Texts of the set-up, the profile and most dialogs. */
export const fr = { ...setup, ...result, ...replay, ...profile, ...chat };
