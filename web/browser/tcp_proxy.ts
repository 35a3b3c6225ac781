import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The network between a browser and the server. `disconnect` closes all connections; `stall` keeps them open but delivers
 * nothing, as a lost mobile network does.
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #mode: 'forward' | 'refuse' | 'stall' = 'forward';

  private constructor(port: number) {
    this.#server = createServer((client) => {
      if (this.#mode === 'refuse') {
        client.destroy();
        return;
      }
      if (this.#mode === 'stall') {
        this.#sockets.add(client);
        client.on('error', () => client.destroy());
        client.on('close', () => this.#sockets.delete(client));
        client.resume();
        return;
      }
      const server = connect(port, '127.0.0.1');
      for (const [from, to] of [[client, server], [server, client]] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
  }

  static async to(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  disconnect(): void {
    this.#mode = 'refuse';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Connections that are open now never recover. */
  stall(): void {
    this.#mode = 'stall';
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  reconnect(): void {
    this.#mode = 'forward';
  }

  async close(): Promise<void> {
    this.disconnect();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
