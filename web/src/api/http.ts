import { reportUnreachable, reportReachable } from './connectivity.svelte';
import { PROTOCOL_HEADER, reportProtocol } from './protocol.svelte';
import type { Device, ErrorBody, Home, LinkCreated, Me, NewRoomBody, RoomPage, RoomView } from './messages';

/** The server refused a request, could not be reached (`offline`), or has another version (`outdated`). Text for users is made from the code. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The response as the server sends it; games with actions are requested in `api/games.ts`, which parses them. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  return contentOf(await sendChecked(method, path, body));
}

/** A response, and the tag by which the server recognises it. */
export interface Tagged<T> {
  content: T;
  etag: string | null;
}

/** The response to a GET request; null if it is still the one with this tag. */
async function requestIfChanged<T>(path: string, etag: string | null): Promise<Tagged<T> | null> {
  const response = await sendChecked('GET', path, undefined, etag === null ? {} : { 'if-none-match': etag });
  if (response.status === 304) return null;
  return { content: await contentOf<T>(response), etag: response.headers.get('etag') };
}

async function sendChecked(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await send(method, path, body, headers);
  const protocol = response.headers.get(PROTOCOL_HEADER);
  // What another version means by its response is unknown.
  if (!reportProtocol(protocol === null ? null : Number.parseInt(protocol, 10))) throw new ApiError('outdated', 'the server has another protocol version');
  return response;
}

async function contentOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const content: unknown = await response.json().catch(() => null);
  if (response.ok) return content as T;
  const error = (content as Partial<ErrorBody> | null)?.error;
  throw new ApiError(error?.code ?? (response.status >= 500 ? 'offline' : 'unknown'), error?.message ?? response.statusText);
}

async function send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json', ...headers } };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(`/api/v1${path}`, init);
    reportReachable();
    return response;
  } catch {
    reportUnreachable();
    throw new ApiError('offline', 'the server cannot be reached');
  }
}

export const segment = encodeURIComponent;

/** Which of the visitor's rooms, most recently opened first. */
export interface MyRoomsQuery {
  limit?: number;
  /** Only finished games, or only unfinished ones. */
  over?: boolean;
  /** Only rooms that were opened before this one. */
  after?: string;
}

function myRooms({ limit = 20, over, after }: MyRoomsQuery = {}): Promise<RoomPage> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (over !== undefined) query.set('over', String(over));
  if (after !== undefined) query.set('after', after);
  return request<RoomPage>('GET', `/me/rooms?${query.toString()}`);
}

export const api = {
  me: () => request<Me>('GET', '/me'),
  createVisitor: (name: string) => request<Me>('POST', '/me', { name }),
  rename: (name: string) => request<Me>('PATCH', '/me', { name }),
  eraseVisitor: () => request<void>('DELETE', '/me'),
  devices: () => request<Device[]>('GET', '/me/devices'),
  signOutDevice: (id: string) => request<void>('DELETE', `/me/devices/${segment(id)}`),
  signOutOthers: () => request<void>('DELETE', '/me/devices'),
  createLink: () => request<LinkCreated>('POST', '/me/link'),
  useLink: (code: string) => request<Me>('POST', `/links/${segment(code)}`),
  openRoom: (room: NewRoomBody) => request<RoomView>('POST', '/rooms', room),
  home: (etag: string | null) => requestIfChanged<Home>('/home', etag),
  room: (id: string) => request<RoomView>('GET', `/rooms/${segment(id)}`),
  myRooms,
};
