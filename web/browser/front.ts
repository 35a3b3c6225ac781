import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A house seen from the street: the same as behind it, until it is renewed and has another service worker. */
export class Front {
  readonly #server: Server;
  #renewed = false;

  private constructor(behind: string) {
    this.#server = createServer((asked, answer) => {
      // Whole and as it is, so that something can be changed.
      const { 'if-none-match': _known, ...headers } = { ...asked.headers, 'accept-encoding': 'identity' };
      const passed = request(behind + (asked.url ?? '/'), { method: asked.method ?? 'GET', headers }, (told) => {
        answer.writeHead(told.statusCode ?? 500, told.headers);
        if (!this.#renewed || asked.url !== '/service-worker.js') {
          told.pipe(answer);
          return;
        }
        // Another version, as long as the one before.
        told.setEncoding('utf8');
        told.on('data', (text: string) => answer.write(text.replace(/\b[0-9a-f]{16}\b/g, '0123456789abcdef')));
        told.on('end', () => answer.end());
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
