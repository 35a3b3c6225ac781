import { otherProtocol } from '../api/protocol.svelte';
import { tabStorage } from '../api/storage';
import { PROTOCOL_VERSION } from '../api/messages';
import { activateWaitingWorker, removeServiceWorkers, withTimeout } from './service_worker_client';

const STORAGE_KEY = 'cafe.reloads';
/** How long the preparation of a reload may take. */
const PREPARATION_MS = 6_000;
/** The first reload activates a waiting worker, the second one removes all workers and caches. More cannot be done. */
const MAX_USEFUL_RELOADS = 2;

/** How often this tab was reloaded for the same pair of versions. */
interface Reloads {
  versions: string;
  count: number;
}

const currentVersions = (): string => `${PROTOCOL_VERSION}/${String(otherProtocol())}`;

function reloadCount(): number {
  const stored = tabStorage.getJson(STORAGE_KEY) as Partial<Reloads> | null;
  return stored?.versions === currentVersions() && typeof stored.count === 'number' ? stored.count : 0;
}

/** Whether the page is still outdated after everything that a reload can do. */
export function hasReloadFailed(): boolean {
  return reloadCount() >= MAX_USEFUL_RELOADS;
}

/** Loads the page in the version of the server. */
export async function reloadOutdated(): Promise<void> {
  const count = reloadCount();
  tabStorage.setJson(STORAGE_KEY, { versions: currentVersions(), count: count + 1 } satisfies Reloads);
  try {
    await withTimeout(count === 0 ? activateWaitingWorker() : removeServiceWorkers(), PREPARATION_MS);
  } catch {
    // Without service workers a plain reload is enough.
  }
  location.reload();
}
