import { compress } from './compress.ts';
import { serviceWorker } from './service_worker_plugin.ts';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const server = process.env.CAFE_SERVER ?? 'http://127.0.0.1:7878';
const proxy = { '/api': { target: server, ws: true } };

const chrome = process.env.CHROME;
// Chromium's own sandbox refuses to start for root, as in most containers.
const root = process.getuid?.() === 0;

// What `cafe serve` says of every answer: a build that breaks it is seen in the preview, not first at somebody's home.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export default defineConfig({
  plugins: [svelte(), serviceWorker(), compress()],
  server: { proxy },
  preview: { proxy, headers: { 'content-security-policy': policy } },
  build: {
    // Inside a folder that is always there: a build of the server looks into it.
    outDir: 'dist/site',
    target: 'es2022',
    // A font in a data: address would break `font-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every screen needs comes in one piece, and so does what every table needs: a phone that is far away waits for each request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: /src\/(app\/App\.svelte$|styles\/)|fontsource/, priority: 2 },
            { name: 'table', test: /src\/features\/play\/RoomScreen\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: ['src/**/*.browser.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(chrome ? { executablePath: chrome } : {}), args: root ? ['--no-sandbox'] : [] }, contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' } }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
