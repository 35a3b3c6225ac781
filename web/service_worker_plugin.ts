import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

type OutputBundle = Rolldown.OutputBundle;

const FILE_NAME = 'service-worker.js';

/** Where texts are: folder and file are their part and their language. */
const textModule = /\/src\/i18n\/texts\/[^/]+\/([^/?]+)\.ts(?:\?part)?$/;

/** Files that open the page without a network: all scripts and styles but the texts, and the fonts of the Latin alphabet. */
function isShellFile(file: string): boolean {
  return /\.(js|css)$/.test(file) || /-latin-wght-normal-.*\.woff2$/.test(file);
}

/** The language of a script that has only texts; null for any other file. The pseudo-language is a language too, without users. */
function languageOf(file: OutputBundle[string]): string | null {
  if (file.type !== 'chunk') return null;
  const languages = new Set(file.moduleIds.map((id) => (id.endsWith('/src/i18n/pseudo.ts') ? 'pseudo' : textModule.exec(id)?.[1])));
  const [language] = languages;
  return languages.size === 1 && language !== undefined ? language : null;
}

/**
 * Builds `src/app/service_worker.ts` under a fixed name and tells it which files to keep: the shell, and the texts of each
 * language. A hash of these files becomes the version of the worker and, as a `<meta>` element, of the page.
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
        const shell = ['/'];
        const texts: Record<string, string[]> = {};
        for (const name of Object.keys(bundle).sort()) {
          const language = languageOf(bundle[name]!);
          if (language !== null) (texts[language] ??= []).push(`/${name}`);
          else if (name !== FILE_NAME && isShellFile(name)) shell.push(`/${name}`);
        }
        const html = Buffer.from(page.source).toString();
        const version = createHash('sha256').update(JSON.stringify([shell, texts])).update(html).digest('hex').slice(0, 16);
        page.source = html.replace('</head>', `  <meta name="cafe-version" content="${version}" />\n  </head>`);
        worker.code = worker.code.replaceAll('CAFE_SHELL', JSON.stringify(shell)).replaceAll('CAFE_TEXTS', JSON.stringify(texts)).replaceAll('CAFE_VERSION', JSON.stringify(version));
      },
    },
  };
}
