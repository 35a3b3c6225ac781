import { PROTOCOL_VERSION } from './messages';

/** The response header with the server's protocol version. */
export const PROTOCOL_HEADER = 'x-cafe-protocol';

/** The first other version that the server reported. It stays: behind a load balancer versions may alternate during an update. */
let otherVersion = $state<number | null>(null);

/**
 * Notes the protocol version that the server reported; whether this page understands it. An unknown version is accepted:
 * a server or proxy without the header is not outdated.
 */
export function reportProtocol(version: number | null): boolean {
  if (version === null || !Number.isInteger(version) || version === PROTOCOL_VERSION) return true;
  otherVersion ??= version;
  return false;
}

/** The protocol version of the server if it differs from that of this page. */
export function otherProtocol(): number | null {
  return otherVersion;
}

/** Whether page and server have different versions, so that the page has to be loaded anew. */
export function isOutdated(): boolean {
  return otherVersion !== null;
}
