import type { Page } from '@playwright/test';

/** Returns texts that are only partly visible and cannot be scrolled to. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 2;
    // The line box is taller than its letters; that much of it may be clipped.
    const LINE_SLACK = 0.3;
    const found = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent?.trim();
      const parent = node.parentElement;
      if (!text || !parent || parent.closest('[aria-hidden=true], svg, [inert]') || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // Text for screen readers only, itself or within such an element.
      if (isVisuallyHidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const slack = LINE_SLACK * parseFloat(getComputedStyle(parent).fontSize);
      let [checkX, checkY] = [true, true];
      for (let ancestor: Element | null = parent; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
        const style = getComputedStyle(ancestor);
        const edge = ancestor.getBoundingClientRect();
        const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const clippedX = checkX && clips(style.overflowX) && (box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX);
        const clippedY = checkY && clips(style.overflowY) && (box.top < edge.top - slack || box.bottom > edge.bottom + slack);
        if (clippedX || clippedY) found.add(`“${text}” by .${ancestor.className}`);
        checkX &&= !['auto', 'scroll'].includes(style.overflowX);
        checkY &&= !['auto', 'scroll'].includes(style.overflowY);
      }
    }
    return [...found];

    function isVisuallyHidden(element: Element): boolean {
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        if (getComputedStyle(ancestor).clipPath === 'inset(50%)') return true;
      }
      return false;
    }
  });
}
