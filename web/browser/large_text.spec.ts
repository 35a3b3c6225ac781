import type { Page } from '@playwright/test';
import { expect, test } from './cafe';
import { screens } from './screens';

/** Ways to see less at once: larger letters, the whole page larger, and the smallest phone that people still have. */
const ways = {
  'with letters twice as large': { width: 1280, height: 800, letters: '200%' },
  'with letters twice as large on a phone': { width: 390, height: 844, letters: '200%' },
  'enlarged to 200 %': { width: 640, height: 400, letters: '100%' },
  'on a phone 360 pixels wide': { width: 360, height: 640, letters: '100%' },
};

test.use({ hasTouch: true });

for (const [name, open] of Object.entries(screens)) {
  test(`${name} loses nothing to large letters and small screens`, async ({ page }) => {
    await page.goto('/');
    await open(page);
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
      // What is only there to be read out.
      if (getComputedStyle(around).clipPath === 'inset(50%)') continue;
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
