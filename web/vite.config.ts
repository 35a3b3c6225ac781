import { compress } from './compress.ts';
import { serviceWorker } from './service_worker_plugin.ts';
import { textPartFiles } from './text_parts_plugin.ts';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const server = process.env.CAFE_SERVER ?? 'http://127.0.0.1:7878';
const proxy = { '/api': { target: server, ws: true } };

const chrome = process.env.CHROME;
// Chromium's own sandbox refuses to start for root, as in most containers.
const root = process.getuid?.() === 0;

// As `cafe serve` sends it, so that the preview shows a build that violates it.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export default defineConfig({
  plugins: [textPartFiles(), svelte(), serviceWorker(), compress()],
  server: { proxy },
  preview: { proxy, headers: { 'content-security-policy': policy } },
  build: {
    // The folder dist is always there, and a build of the server includes what it finds in it.
    outDir: 'dist/site',
    target: 'es2022',
    // A font in a data: URL would violate `font-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One chunk for what every screen needs and one for what every game needs: on a slow network each request counts.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // With all that main.ts imports: otherwise the page would load a whole chunk of a later screen for one function.
            { name: 'first', test: /src\/(app\/(App|settings|updates)\.svelte(\.ts)?$|styles\/)|fontsource/, priority: 2 },
            { name: 'game', test: /src\/features\/play\/RoomScreen\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    // Style sheets are read by a test of the tokens; without this they are empty.
    css: true,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: ['src/**/*.browser.test.ts'], setupFiles: ['src/testing/texts.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          setupFiles: ['src/testing/texts.ts'],
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
