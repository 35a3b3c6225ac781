import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(html|js|css|svg|json|webmanifest)$/;

/** Puts every text beside itself in smaller, so that the server has nothing to compress. Browsers read Brotli only over TLS or on the same machine, gzip always. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const names = (await readdir(folder, { recursive: true })).filter((name) => texts.test(name));
      for (const name of names) {
        const file = join(folder, name);
        const text = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(text));
        await writeFile(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
