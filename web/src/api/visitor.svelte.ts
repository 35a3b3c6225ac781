import { t } from '../i18n/i18n.svelte';
import { api, ApiError } from './http';
import { storage } from './storage';
import type { Me } from './messages';

/** Set once the server has created a visitor for this device: before that there is nothing to ask for. */
const KNOWN_KEY = 'cafe.known';

let visitor = $state.raw<Me | null>(null);
let loaded = false;

export function currentVisitor(): Me | null {
  return visitor;
}

export function setVisitor(next: Me | null): void {
  visitor = next;
  loaded = true;
  if (next) storage.set(KNOWN_KEY, 'yes');
  else storage.remove(KNOWN_KEY);
}

/** Whether the server does not know this device's visitor any more: it was erased in another tab or on another device. */
export function isNotIdentified(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_identified';
}

let onForgotten = (): void => {};

/** The app tells the user that their visitor was erased. */
export function whenForgotten(listener: () => void): void {
  onForgotten = listener;
}

/** Drops a visitor that was erased. */
export function forgetVisitor(): void {
  setVisitor(null);
  onForgotten();
}

/** The visitor of this device, if there is one. */
export async function loadVisitor(): Promise<Me | null> {
  if (loaded) return visitor;
  if (!storage.get(KNOWN_KEY)) return null;
  try {
    setVisitor(await api.me());
  } catch (error) {
    if (!isNotIdentified(error)) throw error;
    setVisitor(null);
  }
  return visitor;
}

/** The visitor of this device; a new one gets a default name, so that a first visit needs no form. */
export async function ensureVisitor(): Promise<Me> {
  const known = await loadVisitor();
  if (known) return known;
  const created = await api.createVisitor(t('app.defaultName'));
  setVisitor(created);
  return created;
}

/** Changes the name for seats that are taken from now on. An empty name changes nothing. */
export async function renameVisitor(name: string): Promise<void> {
  const wanted = name.trim();
  const known = await loadVisitor();
  if (wanted === '' || wanted === known?.name) return;
  setVisitor(known ? await api.rename(wanted) : await api.createVisitor(wanted));
}

/** Runs an action as this device's visitor, or as a new one if that was erased. */
export async function asVisitor<T>(action: (visitor: Me) => Promise<T>): Promise<T> {
  const known = await ensureVisitor();
  try {
    return await action(known);
  } catch (error) {
    if (!isNotIdentified(error)) throw error;
    forgetVisitor();
    return action(await ensureVisitor());
  }
}
