import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { cutOff } from './cut_off';
import { screens, settled } from './screens';

/** What a screen is seen on. One visit sees them all: to get there takes longer than to look. */
const devices = {
  'a phone': { width: 390, height: 844 },
  'a desktop': { width: 1280, height: 800 },
};

/** Ways to see less at once: larger letters, the whole page larger, and the smallest phone that people still have. */
const ways = {
  'with letters twice as large on a phone': { ...devices['a phone'], letters: '200%' },
  'on a phone 360 pixels wide': { width: 360, height: 640, letters: '100%' },
  'enlarged to 200 %': { width: 640, height: 400, letters: '100%' },
  'with letters twice as large': { ...devices['a desktop'], letters: '200%' },
};

test.use({ hasTouch: true, viewport: devices['a phone'] });

for (const [name, open] of Object.entries(screens)) {
  test(`${name} is for everyone, by daylight and by lamplight, and loses nothing to large letters and small screens`, async ({ page }) => {
    await page.goto('/');
    await open(page);
    await settled(page);
    for (const [device, size] of Object.entries(devices)) {
      await page.setViewportSize(size);
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        expect.soft(await violations(page), `${theme}, on ${device}`).toEqual([]);
      }
    }
    for (const [way, { letters, ...size }] of Object.entries(ways)) {
      await page.setViewportSize(size);
      await page.evaluate(async (letters) => {
        document.documentElement.style.fontSize = letters;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, letters);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(wide, `pixels wider than the screen, ${way}`).toBeLessThanOrEqual(0);
      expect.soft(await cutOff(page), way).toEqual([]);
    }
  });
}

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join('\n  ')}`);
}
