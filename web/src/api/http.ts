import { reportUnreachable, reportReachable } from './connectivity.svelte';
import type { ErrorBody, GameReplay, LinkCreated, Me, NewRoomBody, RoomListItem, RoomPage, RoomView, StudyBody, StudyResult } from './wire';

/** The server said no, or could not be reached (`offline`). Text for people is made from the code. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json' } };
    if (body !== undefined) {
      init.headers = { ...init.headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    answer = await fetch(`/api/v1${path}`, init);
    reportReachable();
  } catch {
    reportUnreachable();
    throw new ApiError('offline', 'the server cannot be reached');
  }
  if (answer.status === 204) return undefined as T;
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok) return told as T;
  const failure = (told as Partial<ErrorBody> | null)?.error;
  throw new ApiError(failure?.code ?? (answer.status >= 500 ? 'offline' : 'unknown'), failure?.message ?? answer.statusText);
}

const part = encodeURIComponent;

/** Which of one's games, the last opened first. */
export interface MyRoomsQuery {
  limit?: number;
  /** Only those that are over, or only those that are not. */
  over?: boolean;
  /** Those that were opened before this one. */
  after?: string;
}

export const api = {
  me: () => ask<Me>('GET', '/me'),
  enter: (name: string) => ask<Me>('POST', '/me', { name }),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  forget: () => ask<void>('DELETE', '/me'),
  signOutOthers: () => ask<void>('DELETE', '/me/devices'),
  link: () => ask<LinkCreated>('POST', '/me/link'),
  follow: (code: string) => ask<Me>('POST', `/links/${part(code)}`),
  open: (table: NewRoomBody) => ask<RoomView>('POST', '/rooms', table),
  tables: () => ask<RoomListItem[]>('GET', '/rooms'),
  table: (id: string) => ask<RoomView>('GET', `/rooms/${part(id)}`),
  games: ({ limit = 20, over, after }: MyRoomsQuery = {}) =>
    ask<RoomPage>('GET', `/me/rooms?limit=${limit}${over === undefined ? '' : `&over=${String(over)}`}${after === undefined ? '' : `&after=${part(after)}`}`),
  replay: (id: string) => ask<GameReplay>('GET', `/rooms/${part(id)}/replay`),
  position: (id: string, step: number) => ask<Record<string, unknown>>('GET', `/rooms/${part(id)}/positions/${step}`),
  study: (study: StudyBody) => ask<StudyResult>('POST', '/study', study),
};

export function recordUrl(id: string): string {
  return `/api/v1/rooms/${part(id)}/record`;
}
