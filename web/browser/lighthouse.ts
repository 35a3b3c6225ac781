import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import { expect, test as base } from './cafe';
import { playedGame } from './prepare';

/** The newest one that Node.js 20 can run. It is a large tool and only needed here, so it is fetched when it is. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
/** A machine has its moods: the middle one of three measures counts. */
const MEASURES = 3;
const categories = ['performance', 'accessibility', 'best-practices'];

interface Report {
  categories: Record<string, { title: string; score: number }>;
  audits: Record<string, { title: string; displayValue?: string; score: number | null }>;
}

/** A browser that Lighthouse can look over the shoulder of: it sees the table as who sits there. */
interface Own {
  own: { context: BrowserContext; port: number };
}

const test = base.extend<Own>({
  own: async ({ launchOptions, baseURL }, use, info) => {
    const port = await freePort();
    const context = await chromium.launchPersistentContext(info.outputPath('profile'), { ...launchOptions, baseURL, args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`] });
    await use({ context, port });
    await context.close();
  },
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function measure(address: string, { context, port }: Own['own']): Promise<Record<string, number>> {
  // Everything is fetched anew, as on a first visit, but for who one is.
  const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'local_storage,indexeddb,service_workers,cache_storage' });
  const asked = [address, '--quiet', '--output=json', `--only-categories=${categories.join()}`, `--port=${port}`, '--disable-storage-reset'];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...asked], { maxBuffer: 64 * 1024 * 1024 });
  const report = JSON.parse(stdout) as Report;
  for (const [id, audit] of Object.entries(report.audits)) {
    if (audit.score !== null && audit.score < 0.9) process.stdout.write(`    ${id}: ${audit.title} ${audit.displayValue ?? ''}\n`);
  }
  return Object.fromEntries(Object.entries(report.categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
}

// One after the other, since they measure the machine too.
test.describe.configure({ mode: 'default' });

for (const [name, path] of [
  ['home', (): Promise<string> => Promise.resolve('/')],
  ['card table', async (page: Parameters<typeof playedGame>[0]) => `/t/${await playedGame(page, 'card', 5)}`],
  ['board table', async (page: Parameters<typeof playedGame>[0]) => `/t/${await playedGame(page, 'board', 5)}`],
] as const) {
  test(`Lighthouse thinks well of the ${name}`, async ({ own, baseURL }) => {
    test.slow();
    const page = own.context.pages()[0] ?? (await own.context.newPage());
    const address = `${baseURL ?? ''}${await path(page)}`;
    await page.goto('about:blank');
    const measures: Record<string, number>[] = [];
    while (measures.length < MEASURES) measures.push(await measure(address, own));
    const middle = (what: string): number => measures.map((one) => one[what] ?? 0).sort((a, b) => a - b)[(MEASURES - 1) / 2] ?? 0;
    const scores = Object.fromEntries(categories.map((what) => [what, middle(what)]));
    process.stdout.write(`  ${name}: ${Object.entries(scores).map(([what, score]) => `${what} ${score}`).join(', ')}\n`);
    for (const [what, score] of Object.entries(scores)) expect.soft(score, what).toBeGreaterThanOrEqual(LEAST);
  });
}
