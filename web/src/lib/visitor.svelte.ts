import { t } from './i18n/i18n.svelte';
import { api, Fault } from './wire/http';
import type { Me } from './wire/wire';

const seen = $state<{ me: Me | null; asked: boolean }>({ me: null, asked: false });

export function me(): Me | null {
  return seen.me;
}

export function remember(who: Me | null): void {
  seen.me = who;
  seen.asked = true;
}

/** Who one is, if the café knows; it makes nobody. */
export async function recognise(): Promise<Me | null> {
  if (seen.asked) return seen.me;
  try {
    remember(await api.me());
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'who_are_you') throw fault;
    remember(null);
  }
  return seen.me;
}

/** Who one is; a first visit needs no form, the name can be changed later. */
export async function enter(): Promise<Me> {
  const known = await recognise();
  if (known) return known;
  const who = await api.enter(t('me.defaultName'));
  remember(who);
  return who;
}
