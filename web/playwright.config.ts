import { defineConfig } from '@playwright/test';

const chrome = process.env.CHROME;
// Chromium's own sandbox refuses to start for root, as in most containers.
const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'browser',
  projects: [
    { name: 'tests', testMatch: '*.spec.ts' },
    { name: 'pictures', testMatch: 'pictures.ts' },
    { name: 'lighthouse', testMatch: 'lighthouse.ts' },
    { name: 'benchmarks', testMatch: 'benchmarks/*.ts', retries: 0, use: { contextOptions: { reducedMotion: 'no-preference' } } },
  ],
  // Not in dist, where a build of the server looks for changes.
  outputDir: 'node_modules/.browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Guests come as they are dealt, and machines are slow now and then: what fails is tried once more, and then listed as flaky.
  // Those who look for such a test say `--retries 0 --repeat-each 10`.
  retries: 1,
  // Generous: on a busy machine nothing is wrong with what is only slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    // Most tests are about the page; `shell.spec.ts` is about what is kept of it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    trace: 'off',
    launchOptions: { ...(chrome ? { executablePath: chrome } : {}), args: root ? ['--no-sandbox'] : [] },
  },
});
