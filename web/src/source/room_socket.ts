
/** The part of a WebSocket that the source uses. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The address of a room's socket; `last` is the number of the last entry that the client has. */
export function roomSocketUrl(page: Pick<Location, 'protocol' | 'host'>, room: string, last: number): string {
  const scheme = page.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${page.host}/api/v1/rooms/${encodeURIComponent(room)}/socket?last=${last}`;
}

export function openRoomSocket(room: string, last: number): SocketLike {
  return new WebSocket(roomSocketUrl(location, room, last)) as unknown as SocketLike;
}
