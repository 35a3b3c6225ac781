import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const textFiles = /\.(html|js|css|svg|json|webmanifest)$/;

/** Writes a compressed copy of every text file, so that the server need not compress. Browsers accept Brotli only over TLS and from localhost, gzip always. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const names = (await readdir(folder, { recursive: true })).filter((name) => textFiles.test(name));
      for (const name of names) {
        const file = join(folder, name);
        const text = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(text));
        await writeFile(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
