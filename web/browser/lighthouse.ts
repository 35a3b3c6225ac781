import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from './cafe';
import { playedGame } from './prepare';

/** The newest one that Node.js 20 can run. It is a large tool and only needed here, so it is fetched when it is. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
const categories = ['performance', 'accessibility', 'best-practices'];

interface Report {
  categories: Record<string, { title: string; score: number }>;
  audits: Record<string, { title: string; displayValue?: string; score: number | null }>;
}

async function measure(address: string): Promise<Record<string, number>> {
  const root = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const asked = [address, '--quiet', '--output=json', `--only-categories=${categories.join()}`, `--chrome-flags=--headless=new${root}`];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...asked], {
    env: { ...process.env, ...(process.env.CHROME ? { CHROME_PATH: process.env.CHROME } : {}) },
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(stdout) as Report;
  for (const [id, audit] of Object.entries(report.audits)) {
    if (audit.score !== null && audit.score < 0.9) process.stdout.write(`    ${id}: ${audit.title} ${audit.displayValue ?? ''}\n`);
  }
  return Object.fromEntries(Object.entries(report.categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
}

test.describe.configure({ mode: 'serial' });

for (const [name, path] of [
  ['home', (): Promise<string> => Promise.resolve('/')],
  ['card table', async (page: Parameters<typeof playedGame>[0]) => `/t/${await playedGame(page, 'card', 5)}`],
  ['board table', async (page: Parameters<typeof playedGame>[0]) => `/t/${await playedGame(page, 'board', 5)}`],
] as const) {
  test(`Lighthouse thinks well of the ${name}`, async ({ page, baseURL }) => {
    const address = `${baseURL ?? ''}${await path(page)}`;
    await page.goto('about:blank');
    const scores = await measure(address);
    process.stdout.write(`  ${name}: ${Object.entries(scores).map(([what, score]) => `${what} ${score}`).join(', ')}\n`);
    for (const [what, score] of Object.entries(scores)) expect.soft(score, what).toBeGreaterThanOrEqual(LEAST);
  });
}
