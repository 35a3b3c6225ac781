import { connect, createServer, type Server, type Socket } from 'node:net';

/** The cable between a browser and the house, which can be pulled. Everything that went through it is then cut off. */
export class Cable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #plugged = true;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (!this.#plugged) {
        near.destroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      for (const [one, other] of [[near, far], [far, near]] as const) {
        this.#open.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#open.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  static async to(port: number): Promise<Cable> {
    const cable = new Cable(port);
    await new Promise<void>((resolve) => cable.#server.listen(0, '127.0.0.1', resolve));
    return cable;
  }

  get address(): string {
    const at = this.#server.address();
    if (at === null || typeof at === 'string') throw new Error('the cable leads nowhere');
    return `http://127.0.0.1:${at.port}`;
  }

  pull(): void {
    this.#plugged = false;
    for (const one of this.#open) one.destroy();
  }

  plug(): void {
    this.#plugged = true;
  }

  async remove(): Promise<void> {
    this.pull();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
