import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Deals are the same in every run: the server's part by this seed, the players' part by fixed shares. */
const SEED = '1';

export interface ServerOptions {
  /** A data folder to start from; the server works on a copy. */
  data?: string | undefined;
  /** More arguments of `cafe serve`. */
  args?: readonly string[];
}

/** A real `cafe serve` with the client inside, its own data folder, and bots that do not pause. */
export class TestServer {
  readonly data: string;
  readonly #args: readonly string[];
  #process: ChildProcess | null = null;
  address = '';

  private constructor(data: string, args: readonly string[]) {
    this.data = data;
    this.#args = args;
  }

  static async start({ data, args = [] }: ServerOptions = {}): Promise<TestServer> {
    const folder = await mkdtemp(join(tmpdir(), 'cafe-browser-'));
    if (data) await cp(data, folder, { recursive: true });
    const server = new TestServer(folder, args);
    await server.#listen('127.0.0.1:0');
    return server;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** Ends the process without a shutdown, as a power cut does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts down in order: clients are told, and the database is closed. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Starts again at the same address with the same data. */
  async restart(): Promise<void> {
    await this.#listen(`127.0.0.1:${this.port}`);
  }

  /** Ends the process and deletes its data. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  async #listen(address: string): Promise<void> {
    const cafe = process.env.CAFE;
    if (!cafe) throw new Error('CAFE must name the `cafe` binary; `cargo verify browser` builds it and sets it');
    const child = spawn(cafe, ['serve', '--listen', address, '--data', this.data, '--bot-pause-ms', '0', '--test-seed', SEED, '--log', 'error', ...this.#args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    this.address = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (text: Buffer) => {
        output += text.toString();
        const found = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
        if (found) resolve(found);
      });
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`the server exited (${String(code)}) before it listened: ${output}`)));
    });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }
}
