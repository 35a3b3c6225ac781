import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const FILE_NAME = 'service-worker.js';

/** Files that open the page without a network: all scripts and styles, and the fonts of our five languages. */
function isShellFile(file: string): boolean {
  return /\.(js|css)$/.test(file) || /-latin-wght-normal-.*\.woff2$/.test(file);
}

/**
 * Builds `src/app/service_worker.ts` under a fixed name and tells it which files to keep. A hash of these files becomes the
 * version of the worker and, as a `<meta>` element, of the page.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'cafe-service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/app/service_worker.ts', fileName: FILE_NAME });
    },
    generateBundle: {
      // After index.html is written, which is one of the files.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[FILE_NAME];
        const page = bundle['index.html'];
        if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
        if (worker.imports.length > 0) throw new Error(`the service worker must not import anything, but imports ${worker.imports.join()}`);
        if (page?.type !== 'asset') throw new Error('index.html was not built');
        const shell = ['/', ...Object.keys(bundle).filter((file) => file !== FILE_NAME && isShellFile(file)).sort().map((file) => `/${file}`)];
        const html = Buffer.from(page.source).toString();
        const version = createHash('sha256').update(shell.join('\n')).update(html).digest('hex').slice(0, 16);
        page.source = html.replace('</head>', `  <meta name="cafe-version" content="${version}" />\n  </head>`);
        worker.code = worker.code.replaceAll('CAFE_SHELL', JSON.stringify(shell)).replaceAll('CAFE_VERSION', JSON.stringify(version));
      },
    },
  };
}
