import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { clippedTexts } from './clipped_text';
import { expect, test } from './fixtures';
import { screens, settled } from './screens';

const devices = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

/** Larger letters, a zoomed page, and the smallest phone in use. */
const reflows = {
  'phone, letters at 200 %': { ...devices.phone, letters: '200%' },
  'phone, 360 pixels wide': { width: 360, height: 640, letters: '100%' },
  'zoomed to 200 %': { width: 640, height: 400, letters: '100%' },
  'desktop, letters at 200 %': { ...devices.desktop, letters: '200%' },
};

test.use({ hasTouch: true, viewport: devices.phone });

for (const [name, { open, part }] of Object.entries(screens)) {
  test(`${name}: axe finds nothing, no text is clipped`, async ({ page }) => {
    await open(page);
    await settled(page);
    for (const [device, size] of Object.entries(devices)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect.soft(await violations(page, part), `light, ${device}`).toEqual([]);
      // The second theme changes colours only.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect.soft(await violations(page, part, ['color-contrast', 'link-in-text-block']), `dark, ${device}`).toEqual([]);
    }
    for (const [reflow, { letters, ...size }] of Object.entries(reflows)) {
      await page.setViewportSize(size);
      await page.evaluate(async (letters) => {
        document.documentElement.style.fontSize = letters;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, letters);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(overflow, `pixels wider than the screen, ${reflow}`).toBeLessThanOrEqual(0);
      expect.soft(await clippedTexts(page), reflow).toEqual([]);
    }
  });
}

/** Runs axe on the page, or on the part of it that another screen does not have. */
async function violations(page: Page, part: string | undefined, rules?: string[]): Promise<string[]> {
  // Without frames in the page, the legacy mode finds the same and needs no second page.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) }).setLegacyMode(true);
  axe.options({ resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : { rules: { 'target-size': { enabled: true } } }) });
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join('\n  ')}`);
}
