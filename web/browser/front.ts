import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A house seen from the street: the same as behind it, until it is renewed and has another service worker. */
export class Front {
  readonly #server: Server;
  #renewed = false;

  private constructor(behind: string) {
    this.#server = createServer((asked, answer) => {
      // Whole and as it is, so that something can be added.
      const { 'if-none-match': _known, ...headers } = { ...asked.headers, 'accept-encoding': 'identity' };
      const passed = request(behind + (asked.url ?? '/'), { method: asked.method ?? 'GET', headers }, (told) => {
        const changes = this.#renewed && asked.url === '/service-worker.js';
        const { 'content-length': _length, ...kept } = told.headers;
        answer.writeHead(told.statusCode ?? 500, changes ? kept : told.headers);
        told.on('end', () => answer.end(changes ? '\n// renewed' : undefined));
        told.pipe(answer, { end: false });
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    });
  }

  static async before(behind: string): Promise<Front> {
    const front = new Front(behind);
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  renew(): void {
    this.#renewed = true;
  }

  async remove(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
