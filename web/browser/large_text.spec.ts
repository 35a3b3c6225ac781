import type { Page } from '@playwright/test';
import { expect, phone, test } from './cafe';
import { screens } from './screens';

/** Ways to see less at once: larger letters, the whole page larger, and the smallest phone that people still have. */
const ways = {
  'with letters twice as large': { viewport: { width: 1280, height: 800 }, letters: '200%' },
  'with letters twice as large on a phone': { ...phone, letters: '200%' },
  'enlarged to 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, letters: '100%' },
  'on a phone 360 pixels wide': { ...phone, viewport: { width: 360, height: 640 }, letters: '100%' },
};

for (const [way, { letters, ...uses }] of Object.entries(ways)) {
  test.describe(way, () => {
    test.use(uses);
    for (const [name, open] of Object.entries(screens)) {
      test(`${name} loses nothing ${way}`, async ({ page }) => {
        await page.addInitScript((size) => {
          const grow = (): void => document.documentElement.style.setProperty('font-size', size);
          if (document.documentElement) grow();
          else document.addEventListener('readystatechange', grow, { once: true });
        }, letters);
        await page.goto('/');
        await open(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect.soft(wide, 'pixels wider than the screen').toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page)).toEqual([]);
      });
    }
  });
}

/** Words that are seen in part only, and cannot be scrolled to. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 2;
    // Letters have room above and below them that may be cut.
    const SLACK_OF_LETTER = 0.3;
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const said = text.textContent?.trim();
      const around = text.parentElement;
      if (!said || !around || around.closest('.unseen, [aria-hidden=true], svg, [inert]') || !around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const slack = SLACK_OF_LETTER * parseFloat(getComputedStyle(around).fontSize);
      let [along, down] = [true, true];
      for (let frame: Element | null = around; frame && frame !== document.body; frame = frame.parentElement) {
        const style = getComputedStyle(frame);
        const edge = frame.getBoundingClientRect();
        const cuts = (how: string): boolean => how === 'hidden' || how === 'clip';
        const wide = along && cuts(style.overflowX) && (box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX);
        const tall = down && cuts(style.overflowY) && (box.top < edge.top - slack || box.bottom > edge.bottom + slack);
        if (wide || tall) found.add(`“${said}” by .${frame.className}`);
        along &&= !['auto', 'scroll'].includes(style.overflowX);
        down &&= !['auto', 'scroll'].includes(style.overflowY);
      }
    }
    return [...found];
  });
}
