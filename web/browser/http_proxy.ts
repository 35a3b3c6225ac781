import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards to a server, and can pretend that a new version of the client was deployed: the service worker then differs. */
export class HttpProxy {
  readonly #server: Server;
  #updated = false;

  private constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      // Uncompressed and complete, so that the version can be replaced.
      const { 'if-none-match': _etag, ...headers } = { ...incoming.headers, 'accept-encoding': 'identity' };
      const forwarded = request(target + (incoming.url ?? '/'), { method: incoming.method ?? 'GET', headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        if (!this.#updated || incoming.url !== '/service-worker.js') {
          response.pipe(outgoing);
          return;
        }
        // Another version, of the same length.
        response.setEncoding('utf8');
        response.on('data', (text: string) => outgoing.write(text.replace(/\b[0-9a-f]{16}\b/g, '0123456789abcdef')));
        response.on('end', () => outgoing.end());
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
  }

  static async to(target: string): Promise<HttpProxy> {
    const proxy = new HttpProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  deployUpdate(): void {
    this.#updated = true;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
