import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real `cafe serve`, with the client inside, everything it keeps in a folder of its own, and bots that do not pause. */
export class House {
  readonly #data: string;
  #process: ChildProcess | null = null;
  address = '';

  private constructor(data: string) {
    this.#data = data;
  }

  static async open(): Promise<House> {
    const house = new House(await mkdtemp(join(tmpdir(), 'cafe-browser-')));
    await house.#serve('127.0.0.1:0');
    return house;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** As a power cut would: nothing is said, nothing is put in order. */
  async vanish(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As for a newer version: it says goodbye first. */
  async closeForAMoment(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** At the same address, with everything it had kept. */
  async comeBack(): Promise<void> {
    await this.#serve(`127.0.0.1:${this.port}`);
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.#data, { recursive: true, force: true });
  }

  async #serve(listen: string): Promise<void> {
    const cafe = process.env.CAFE;
    if (!cafe) throw new Error('CAFE must name the `cafe` binary; `cargo verify browser` builds it and says where it is');
    const house = spawn(cafe, ['serve', '--listen', listen, '--data', this.#data, '--bot-pause-ms', '0', '--log', 'warn'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = house;
    this.address = await new Promise<string>((resolve, reject) => {
      let said = '';
      house.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
        if (address) resolve(address);
      });
      house.on('error', reject);
      house.on('exit', (code) => reject(new Error(`the café closed (${String(code)}) before it was open: ${said}`)));
    });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const house = this.#process;
    this.#process = null;
    if (!house || house.exitCode !== null) return;
    const gone = new Promise((resolve) => house.once('exit', resolve));
    house.kill(signal);
    await gone;
  }
}
