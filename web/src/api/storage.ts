/** Key-value storage of the browser that never throws. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** The parsed value; null if there is none or it is not JSON. */
  getJson(key: string): unknown;
  setJson(key: string, value: unknown): void;
}

/**
 * Wraps a storage area of the browser. Access throws where cookies are blocked, and writing throws where the quota is used
 * up: such values are kept in memory and last as long as the page.
 */
export function safeStorage(area: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  const memory = new Map<string, string>();

  const storage: SafeStorage = {
    get(key) {
      const unsaved = memory.get(key);
      if (unsaved !== undefined) return unsaved;
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        area().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // The value was only in memory.
      }
    },
    getJson(key) {
      try {
        return JSON.parse(storage.get(key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    setJson(key, value) {
      storage.set(key, JSON.stringify(value));
    },
  };
  return storage;
}

// The areas are looked up with each access: where storage is blocked, the mere lookup throws.
export const storage = safeStorage(() => localStorage);
/** Lasts until the tab is closed. */
export const tabStorage = safeStorage(() => sessionStorage);
