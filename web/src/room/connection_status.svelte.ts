import type { ConnectionState } from '../source/source';

/** A shorter interruption is not worth a message. */
const SHOW_RECONNECTING_AFTER_MS = 1_200;

/** The connection as a screen shows it. */
export class ConnectionStatus {
  state = $state<ConnectionState>('opening');
  isReconnecting = $state(false);
  /** Code of the reason why the source ended for good. */
  deniedReason = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  update(state: ConnectionState): void {
    this.state = state;
    if (state === 'open' || state === 'ended') {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.isReconnecting = false;
    } else {
      this.#timer ??= setTimeout(() => (this.isReconnecting = true), SHOW_RECONNECTING_AFTER_MS);
    }
  }
}
