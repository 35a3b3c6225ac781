import { t } from '../i18n/i18n.svelte';
import { showNotice } from '../ui/notices.svelte';
import { api, ApiError } from './http';
import { storage } from './storage';
import type { Me } from './wire';

/** Set once the café knows us: a stranger need not ask who one is, to be told that nobody knows. */
const known = 'cafe.known';
const seen = $state<{ me: Me | null; asked: boolean }>({ me: null, asked: false });

export function currentVisitor(): Me | null {
  return seen.me;
}

export function setVisitor(who: Me | null): void {
  seen.me = who;
  if (who) storage.set(known, 'yes');
  else storage.remove(known);
  seen.asked = true;
}

/** Whether this says that the café does not know us any more: we were forgotten, on another page or device. */
export function isNotIdentified(fault: unknown): boolean {
  return fault instanceof ApiError && fault.code === 'not_identified';
}

/** Whom the café has forgotten is told so, once, and goes on as somebody new. */
export function forgetVisitor(): void {
  setVisitor(null);
  showNotice(() => t('me.forgotten'));
}

/** Who one is, if the café knows; it makes nobody. */
export async function loadVisitor(): Promise<Me | null> {
  if (seen.asked) return seen.me;
  if (!storage.get(known)) return null;
  try {
    setVisitor(await api.me());
  } catch (fault) {
    if (!isNotIdentified(fault)) throw fault;
    setVisitor(null);
  }
  return seen.me;
}

/** Who one is; a first visit needs no form, the name can be changed later. */
export async function ensureVisitor(): Promise<Me> {
  const known = await loadVisitor();
  if (known) return known;
  const who = await api.enter(t('me.defaultName'));
  setVisitor(who);
  return who;
}

/** Goes by another name from the next chair on. Who leaves the field empty keeps the name. */
export async function renameVisitor(name: string): Promise<void> {
  const wanted = name.trim();
  const known = await loadVisitor();
  if (wanted === '' || wanted === known?.name) return;
  setVisitor(known ? await api.rename(wanted) : await api.enter(wanted));
}

/** Does something as who one is, or who one is from now on. */
export async function asVisitor<T>(what: (who: Me) => Promise<T>): Promise<T> {
  const who = await ensureVisitor();
  try {
    return await what(who);
  } catch (fault) {
    if (!isNotIdentified(fault)) throw fault;
    forgetVisitor();
    return what(await ensureVisitor());
  }
}
