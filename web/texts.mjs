// `npm run texts [language]`: what is wrong with the texts. Vite reads them as it does for the client.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./src/i18n/check/report.ts', { configFile: false, logLevel: 'error' });
console.log(module.reportAll(process.argv[2]));
