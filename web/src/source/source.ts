import type { ClientMessage, ServerMessage } from '../api/messages';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A request to a room. The source adds the id that matches it with its answer. */
export type RoomRequest = WithoutId<ClientMessage>;

export type ConnectionState = 'opening' | 'open' | 'waiting' | 'ended';

export interface SourceListener {
  onMessage: (message: ServerMessage) => void;
  onState: (state: ConnectionState) => void;
  /** The source has ended because connecting again would not help. The code says why; `outdated`: the page is too old for the server. */
  onDenied?: (code: string) => void;
}

/** Where the messages of a room come from: a server, or the script of a lesson. */
export interface GameSource {
  /** Always settles: with the answer, or with a refusal if none can come (`closed` once the source has ended). */
  request(request: RoomRequest): Promise<ServerMessage>;
  /** Checks the connection, or connects, without waiting for the next timer. */
  reconnectNow(): void;
  /** Ends the source and settles every request that is still waiting. */
  close(): void;
}

/** A refusal that a source gives in place of the server. */
export function refusedMessage(code: string, id = 0): Extract<ServerMessage, { type: 'refused' }> {
  return { type: 'refused', id, code, message: '', tables: [] };
}
