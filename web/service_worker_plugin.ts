import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const NAME = 'service-worker';

/** What a browser keeps to open the café without a network: all scripts and styles, and the letters of our five languages. */
function belongs(file: string): boolean {
  return /\.(js|css)$/.test(file) || /-latin-wght-normal-.*\.woff2$/.test(file);
}

/** Builds `src/app/service_worker.ts` under a name that never changes, and tells it what to keep. */
export function serviceWorker(): Plugin {
  return {
    name: 'cafe-service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/app/service_worker.ts', fileName: `${NAME}.js` });
    },
    generateBundle: {
      // After the page itself is written, since what is kept depends on it.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[`${NAME}.js`];
        if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
        if (worker.imports.length > 0) throw new Error(`the service worker must stand alone, but imports ${worker.imports.join()}`);
        const shell = ['/', ...Object.keys(bundle).filter((file) => file !== worker.fileName && belongs(file)).sort().map((file) => `/${file}`)];
        const page = bundle['index.html'];
        const version = createHash('sha256').update(shell.join('\n'));
        if (page?.type === 'asset') version.update(page.source);
        worker.code = worker.code.replaceAll('CAFE_SHELL', JSON.stringify(shell)).replaceAll('CAFE_VERSION', JSON.stringify(version.digest('hex').slice(0, 16)));
      },
    },
  };
}
