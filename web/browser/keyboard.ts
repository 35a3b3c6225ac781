import { expect } from '@playwright/test';
import type { Touch } from './player';

const MOST_STEPS = 80;

/** Walks to a thing with the keyboard, Tab from group to group and arrows within one, and presses Enter there. */
export const press: Touch = async (target) => {
  await expect(target).toBeVisible();
  const { keyboard } = target.page();
  const tried = new Set<string>();
  // Whoever plays with the keyboard knows the letters that lead to the hand and to the café.
  const letter = await target.evaluate((there) => {
    const group = there.closest('ul, section');
    if (document.querySelector('dialog[open]') || group?.contains(document.activeElement)) return null;
    return (there as HTMLElement).dataset.cell ? 'c' : there.closest('ul') ? 'h' : null;
  });
  if (letter) await keyboard.press(letter);
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const way = await target.evaluate(wayTo, [...tried]);
    if (way === null) break;
    tried.add(way.from + way.key);
    // As many steps as there are in between; then another look, since a page may change while one walks.
    for (let step = 0; step < way.times; step += 1) await keyboard.press(way.key);
  }
  await expect(target).toBeFocused();
  await keyboard.press('Enter');
};

/**
 * Which key leads from where one is towards the target, and how often; nothing if one is there. Runs in the page. What the
 * Tab key does not stop at is in a group with something that it stops at, and arrows lead on from there: first the way in
 * which it is further, or another one if that was tried from here before.
 */
function wayTo(target: Element, tried: string[]): { key: string; times: number; from: string } | null {
  const here = document.activeElement as HTMLElement | null;
  if (here === target) return null;
  const part = document.querySelector('dialog[open]') ?? document;
  const reachable = [...part.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled), select, [tabindex]')].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  );
  const group = target.closest('ul, section');
  const inGroup = here !== null && group?.contains(here) === true;
  const from = here?.dataset.cell ?? here?.getAttribute('aria-label') ?? '';
  const stop = reachable.includes(target as HTMLElement) ? target : reachable.find((one) => group?.contains(one));
  if (!stop) throw new Error(`no key leads to ${target.outerHTML.slice(0, 200)}`);
  if (stop === target || !inGroup) {
    const far = reachable.indexOf(stop as HTMLElement) - reachable.indexOf(here as HTMLElement);
    return { key: far > 0 ? 'Tab' : 'Shift+Tab', times: Math.abs(far), from: `${from}${far}` };
  }
  const [a, b] = [here.getBoundingClientRect(), target.getBoundingClientRect()];
  const [right, down] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
  const [across, along] = [right > 0 ? 'ArrowRight' : 'ArrowLeft', down > 0 ? 'ArrowDown' : 'ArrowUp'];
  const keys = Math.abs(right) > Math.abs(down) ? [across, along] : [along, across];
  const all = [...keys, 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
  return { key: all.find((key) => !tried.includes(from + key)) ?? 'ArrowRight', times: 1, from };
}
