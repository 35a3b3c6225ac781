import AxeBuilder from '@axe-core/playwright';
import { expect, phone, test } from './cafe';
import { screens } from './screens';

for (const [device, uses] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(uses);
    for (const [name, open] of Object.entries(screens)) {
      test(`${name} is for everyone on ${device}, by daylight and by lamplight`, async ({ page }) => {
        await page.goto('/');
        await open(page);
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          const { violations } = await new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } }).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join('\n  ')}`);
          expect(found, theme).toEqual([]);
        }
      });
    }
  });
}
