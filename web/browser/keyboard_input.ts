import { expect, type ElementHandle, type Locator } from '@playwright/test';
import type { Input } from './player';

const MAX_STEPS = 80;

/** Moves the focus to a control, with Tab between groups and arrow keys within one, and presses Enter. */
export const keyboard: Input = async (target) => {
  await expect(target).toBeVisible();
  const keys = target.page().keyboard;
  const tried = new Set<string>();
  // The shortcuts of the hand and of the café.
  const shortcut = await target.evaluate((element) => {
    const group = element.closest('ul, section');
    if (document.querySelector('dialog[open]') || group?.contains(document.activeElement)) return null;
    return (element as HTMLElement).dataset.cell ? 'c' : element.closest('ul') ? 'h' : null;
  });
  if (shortcut) await keys.press(shortcut);
  // Found once: to look for a role and a name before every key would take most of the time.
  let element = await find(target);
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (!(await element.evaluate((one) => one.isConnected))) element = await find(target);
    const move = await element.evaluate(nextMove, [...tried]);
    if (move === null) break;
    tried.add(move.from + move.key);
    // The page may change meanwhile, so the rest of the way is computed again.
    for (let step = 0; step < move.times; step += 1) await keys.press(move.key);
  }
  await expect(target).toBeFocused();
  await keys.press('Enter');
};

async function find(target: Locator): Promise<ElementHandle<Element>> {
  const element = await target.elementHandle();
  if (!element) throw new Error('the target is not in the page');
  return element as ElementHandle<Element>;
}

/**
 * The next key towards the target and how often to press it, or null at the target. Runs in the page. A control that Tab does
 * not stop at is in a group with one that it stops at; arrow keys lead on from there, first along the longer distance, or in
 * another direction if that was tried from the same place before.
 */
function nextMove(target: Element, tried: string[]): { key: string; times: number; from: string } | null {
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
  if (!stop) throw new Error(`no key reaches ${target.outerHTML.slice(0, 200)}`);
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
