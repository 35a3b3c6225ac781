import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import { usePreparedGame } from './prepared_games';

/** The newest version that runs on Node.js 20. It is large and only needed here, so it is not a dependency. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const MIN_SCORE = 95;
/** The median counts, since single measurements vary. */
const MEASURES = 3;
const categories = ['performance', 'accessibility', 'best-practices'];

interface Report {
  categories: Record<string, { title: string; score: number }>;
  audits: Record<string, { title: string; displayValue?: string; score: number | null }>;
}

/** A browser that Lighthouse connects to: it sees the table as its player. */
interface OwnBrowser {
  own: { context: BrowserContext; port: number };
}

const test = base.extend<OwnBrowser>({
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

async function measure(address: string, { context, port }: OwnBrowser['own']): Promise<Record<string, number>> {
  // As on a first visit, except for the cookie of the visitor.
  const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'local_storage,indexeddb,service_workers,cache_storage' });
  const args = [address, '--quiet', '--output=json', `--only-categories=${categories.join()}`, `--port=${port}`, '--disable-storage-reset'];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...args], { maxBuffer: 64 * 1024 * 1024 });
  const report = JSON.parse(stdout) as Report;
  for (const [id, audit] of Object.entries(report.audits)) {
    if (audit.score !== null && audit.score < 0.9) process.stdout.write(`    ${id}: ${audit.title} ${audit.displayValue ?? ''}\n`);
  }
  return Object.fromEntries(Object.entries(report.categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
}

// Sequential, since load on the machine changes the measurements.
test.describe.configure({ mode: 'default' });

for (const [name, path] of [
  ['home', (): Promise<string> => Promise.resolve('/')],
  ['card table', async (page: Page) => `/t/${await usePreparedGame(page, 'cardLater')}`],
  ['board table', async (page: Page) => `/t/${await usePreparedGame(page, 'board')}`],
] as const) {
  test(`Lighthouse scores of the ${name}`, async ({ own, baseURL }) => {
    test.slow();
    const page = own.context.pages()[0] ?? (await own.context.newPage());
    const address = `${baseURL ?? ''}${await path(page)}`;
    await page.goto('about:blank');
    const measures: Record<string, number>[] = [];
    while (measures.length < MEASURES) measures.push(await measure(address, own));
    const median = (category: string): number => measures.map((scores) => scores[category] ?? 0).sort((a, b) => a - b)[(MEASURES - 1) / 2] ?? 0;
    const scores = Object.fromEntries(categories.map((category) => [category, median(category)]));
    process.stdout.write(`  ${name}: ${Object.entries(scores).map(([category, score]) => `${category} ${score}`).join(', ')}\n`);
    for (const [category, score] of Object.entries(scores)) expect.soft(score, category).toBeGreaterThanOrEqual(MIN_SCORE);
  });
}
