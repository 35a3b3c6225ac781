import { expect } from '@playwright/test';
import type { Touch } from './player';

const MOST_STEPS = 200;

/** Walks to a thing with the Tab key, whichever way is shorter, and presses Enter there. No mouse, no finger. */
export const press: Touch = async (target) => {
  await expect(target).toBeVisible();
  const page = target.page();
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const way = await target.evaluate(wayTo);
    if (way === 0) break;
    // As many steps as the page has in between; then another look, since a page may change while one walks.
    for (let step = 0; step < Math.abs(way); step += 1) await page.keyboard.press(way > 0 ? 'Tab' : 'Shift+Tab');
  }
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
};

/** How many steps of the Tab key lead from where one is to the target; runs in the page. */
function wayTo(target: Element): number {
  const dialog = document.querySelector('dialog[open]') ?? document;
  const all = [...dialog.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled), select, [tabindex]')].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  );
  const [from, to] = [all.indexOf(document.activeElement as HTMLElement), all.indexOf(target as HTMLElement)];
  if (to < 0) throw new Error(`no key leads to ${target.outerHTML.slice(0, 200)}`);
  return to - from;
}

