import type { Page } from '@playwright/test';

/** Words that are seen in part only, and cannot be scrolled to. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 2;
    // Letters have room above and below them that may be cut.
    const SLACK_OF_LETTER = 0.3;
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const said = text.textContent?.trim();
      const around = text.parentElement;
      if (!said || !around || around.closest('.visually-hidden, [aria-hidden=true], svg, [inert]') || !around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
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
