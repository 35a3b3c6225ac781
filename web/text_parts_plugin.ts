import { textParts } from './src/i18n/parts.ts';
import type { Plugin } from 'vite';

const partFile = /^(.*\/src\/i18n\/texts\/)([^/]+)\/([^/?]+)\.ts\?part$/;

/**
 * `texts/cafe/de.ts?part` has the texts of its whole part: those of the catalogues that `parts.ts` names after `cafe`, too. So a part is one
 * file in the build, and no file of the sources has to list catalogues for each language.
 */
export function textPartFiles(): Plugin {
  return {
    name: 'cafe-text-parts',
    load(id) {
      const [, folder, first, language] = partFile.exec(id) ?? [];
      if (folder === undefined || language === undefined) return undefined;
      const catalogues = Object.values(textParts).find((names) => names[0] === first);
      if (!catalogues) throw new Error(`${id}: no part begins with ${first}`);
      return catalogues.map((catalogue) => `export { ${language.replaceAll('-', '')} as ${catalogue} } from ${JSON.stringify(`${folder}${catalogue}/${language}.ts`)};`).join('\n');
    },
  };
}
