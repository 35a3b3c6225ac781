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
    { name: 'benchmarks', testMatch: 'benchmarks/*.ts', use: { contextOptions: { reducedMotion: 'no-preference' } } },
  ],
  // Not in dist, where a build of the server looks for changes.
  outputDir: 'node_modules/.browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  globalSetup: './browser/global_setup.ts',
  // To look for an unstable test: `--repeat-each 10`.
  retries: 0,
  // Generous: a slow machine is not an error.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    // Only `service_worker.spec.ts` needs the service worker.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    // Pictures and snapshots of every action would slow all tests down. A failure leaves the actions, the last picture and
    // the roles on the page; `--trace on` shows more.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: { ...(chrome ? { executablePath: chrome } : {}), args: root ? ['--no-sandbox'] : [] },
  },
});
