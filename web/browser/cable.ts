import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The cable between a browser and the house. It can be pulled: everything that went through it is then cut off. Or it can go
 * dead, as networks do: everything stays open, nothing arrives, and nobody is told.
 */
export class Cable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #plugged = true;
  #dead = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (!this.#plugged) {
        near.destroy();
        return;
      }
      if (this.#dead) {
        this.#open.add(near);
        near.on('error', () => near.destroy());
        near.on('close', () => this.#open.delete(near));
        near.resume();
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

  /** From now on it swallows everything. What was under way then never comes to life again. */
  die(): void {
    this.#dead = true;
    for (const one of this.#open) one.unpipe().resume();
  }

  plug(): void {
    this.#plugged = true;
    this.#dead = false;
  }

  async remove(): Promise<void> {
    this.pull();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
